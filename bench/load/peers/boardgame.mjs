// The smallest honest server of boardgame.io: matches of four, one acts in turn, all four are told. Prints "port N".
//
// Chosen in its favour:
// - matches without credentials: nothing is looked up for a move; a turn is one move; no undo, hence no growing stack of it;
// - everything in memory; its list of what was done is appended to, where its own storage copies it for each move;
// - NODE_ENV=production, in which it logs nothing (compare sets it).
import { createRequire } from "node:module";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const relay = {
  name: "relay",
  setup: () => ({ n: 0 }),
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    act: ({ G }, n) => {
      if (n !== G.n) return "INVALID_MOVE";
      G.n = n + 1;
    },
  },
};

const server = Server({ games: [relay], origins: [] });
server.db.setState = function (match, state, entries = []) {
  this.state.set(match, state);
  if (!this.log.has(match)) this.log.set(match, []);
  this.log.get(match).push(...entries);
};
const { appServer } = await server.run(0);
console.log(`port ${appServer.address().port}`);
