// The smallest honest server of Colyseus: rooms of four, one acts in turn, all four are told. Prints "port N".
//
// Chosen in its favour:
// - a move is broadcast at once by a message whose type is a number, the shortest way; the state holds what who comes later
//   must know, and is sent whole to them: patches (20 a second a room unless said) are off;
// - ws without compression, signs of life every 4 s as ours, no greeting, no logger, no developer's mode, memory for everything.
import { createServer } from "node:http";
import { Room, Server } from "@colyseus/core";
import { Schema, defineTypes } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

const ACT = 1, SEATS = 4;

class State extends Schema {}
defineTypes(State, { n: "uint32", turn: "uint8" });

class Relay extends Room {
  maxClients = SEATS;
  patchRate = null;
  seats = new Map();

  onCreate() {
    const state = new State();
    state.n = 0;
    state.turn = 0;
    this.state = state;
    this.onMessage(ACT, (client, n) => {
      if (this.seats.get(client.sessionId) !== this.state.turn || n !== this.state.n) {
        client.leave(4000);
        return;
      }
      this.state.n = n + 1;
      this.state.turn = (this.state.turn + 1) % SEATS;
      this.broadcast(ACT, n + 1);
    });
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size);
  }
}

const http = createServer();
const server = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: http, pingInterval: 4000, perMessageDeflate: false }),
});
server.define("relay", Relay);
await server.listen(0);
console.log(`port ${http.address().port}`);
