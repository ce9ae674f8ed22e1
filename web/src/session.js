// One table on line, from the hello to the last game: what the server says becomes the table (remote.js), lines become steps of
// the game (follow.js), and the screen is the lobby, the game or its end. The game's view finds it as game.online.

import { has, t } from './lang.js';
import { fill, h } from './dom.js';
import { closeDialogs } from './controls.js';
import { redraw } from './redraw.js';
import { endActs, menuActs } from './acts.js';
import { openWire } from './wire.js';
import { apply, peopleOf } from './remote.js';
import { followLines } from './follow.js';
import { drawLobby } from './lobby.js';
import { calls, hideMissed, openSeat, seatNote, showMissed, turnNote } from './presence.js';
import { makeClock } from './clock.js';
import { showSaid, talkButton } from './talk.js';
import { deviceSecret, keepName, proposedName } from './device.js';
import { seatLetters } from './games.js';
import { forgetTable, gameOf, keepTable } from './tables.js';
import { nudgeTime, nudgeTurn, readySound } from './nudge.js';
import { problem } from './problem.js';
import { watchStanding } from './standing.js';

// What has to be drawn after a message of each kind: everything, or words about people only.
const REDRAWS = new Set(['table', 'settings', 'sat', 'stood', 'renamed', 'computer', 'hosted', 'standin', 'returned', 'paused', 'resumed', 'ready', 'there', 'watching', 'asked', 'over']);
const SIGNS = ['pointerup', 'keydown']; // of a person

export function openSession(app, code) {
  const table = { table: code, status: '', people: [], you: -1, v: 0, game: 0, n_lines: 0, rules: '', seats: 0 };
  const session = { app, code, table, game: null, gameId: null, muted: new Set(), elsewhere: false, watches: false };
  let source = null, lines = [], nudged = false, lostAt = 0, until = 0, atTable = false, seatsMark = '';
  const waiting = new Set();

  // --- names ------------------------------------------------------------------------------------------------

  session.letter = seat => seatLetters(8)[seat];
  const seatOf = letter => seatLetters(8).indexOf(letter);
  session.colour = seat => t(`seat.${seat + 1}`);
  session.nameOf = seat => table.people[seat]?.name || session.colour(seat);
  session.turnSeat = () => (session.game ? seatOf(session.game.state.turn) : -1);

  // --- what the person does ---------------------------------------------------------------------------------

  session.command = async (name, fields) => {
    const answer = await wire.command(name, fields, table.v);
    if (answer.m === 'refused') refused(answer);
    return answer;
  };
  session.choose = async (name, fields) => {
    hideMissed();
    const key = {};
    waiting.add(key);
    const answer = await session.command(name, fields);
    waiting.delete(key);
    if (answer.m === 'done') until = answer.v; // (what it did may come after the word that it was done)
    source?.poke();
  };
  session.sit = async seat => { // (a name that looks like another's is refused: then another one)
    const taken = peopleOf(table).map(({ name }) => name);
    for (let times = 0; times < 4; times++) {
      const name = proposedName(taken), answer = await wire.command('sit', { seat, name }, table.v);
      if (answer.code !== 'name') return answer.m === 'refused' ? refused(answer) : undefined;
      taken.push(name);
    }
    return undefined;
  };
  session.rename = name => {
    if (!name) return;
    keepName(name);
    session.command('rename', { name });
  };
  session.mute = (player, muted) => {
    if (muted) session.muted.add(player);
    else session.muted.delete(player);
    refresh();
  };
  session.toTable = () => { atTable = true; session.redraw(); };
  session.watch = () => { session.watches = true; session.redraw(); };
  session.here = () => { session.elsewhere = false; session.trouble = null; wire.start(); };
  session.leaveTable = () => {
    forgetTable();
    if (table.you >= 0 && table.status !== 'over') session.command('stand', {});
    app.home();
  };

  function refused({ code: why, says }) {
    if (why === 'late' || why === 'turn') return; // (what happened meanwhile is on its way)
    const key = `refused.${why}`, text = has(key) ? t(key) : says;
    document.querySelector('.notice')?.remove();
    app.notice(text);
  }

  // --- what the game's view asks ----------------------------------------------------------------------------

  // Is this person to throw or to choose, here and now?
  session.mine = () => table.status === 'playing' && table.you >= 0 && session.turnSeat() === table.you && !table.paused && !waiting.size && table.v >= until && !table.people[table.you]?.standin;
  // Once a turn, however often one throws in it.
  session.turned = (own, can) => {
    if (can && !nudged) nudgeTurn();
    nudged = own && (nudged || can);
  };
  session.halted = () => Boolean(table.paused || table.people[table.you]?.standin || (waiting.size && wire.state() === 'lost'));
  session.seatNote = letter => seatNote(session, seatOf(letter));
  session.turnNote = letter => turnNote(session, seatOf(letter));
  session.openSeat = (letter, opener) => openSeat(session, seatOf(letter), opener);
  session.seatsNow = () => seatsMark;
  session.shown = () => ({ table: code, you: table.you, v: table.v, wire: wire.state(), people: table.people.map(one => one && { name: one.name, bot: one.bot, standin: one.standin, online: one.online }) });
  session.line = h('small.line', { 'data-testid': 'line' });
  session.call = h('div.call');
  const clock = makeClock(session, text => {
    app.room.alertTurn(text);
    nudgeTime();
  });
  session.tools = [clock.root, null];

  session.menu = () => menuActs(session);
  session.endActs = () => endActs(session);
  const standing = watchStanding(session);
  session.endNote = () => standing.note();
  // The places that counted, by letter: who resigned comes last, which the rules don't know. Null until they are told.
  session.places = () => (table.places?.length ? Object.fromEntries(table.places.map((place, seat) => [session.letter(seat), place])) : null);

  // --- screens ----------------------------------------------------------------------------------------------

  session.redraw = () => {
    tellLine();
    session.tools[1] = table.you >= 0 ? talkButton(session) : null;
    if (session.trouble) return app.show('problem', problem(session), 'h1');
    if (!table.status) return undefined;
    if (table.status === 'open' || atTable) return redraw(app, 'lobby', drawLobby(session));
    if (app.screen === 'end' && session.game) nameCast();
    if (app.screen === 'end' && session.game) return redraw(app, 'end', app.room.drawEnd(session.game));
    if (!session.game && !openGame()) return undefined;
    return refresh();
  };

  function nameCast() {
    const { cast } = session.game, played = letter => table.people[seatOf(letter)];
    cast.names = Object.fromEntries(table.people.map((one, seat) => [session.letter(seat), one && seat !== table.you ? one.name : cast.names[session.letter(seat)] || '']));
    cast.people = new Set(cast.seats.filter(letter => played(letter) && !played(letter).bot && (table.status === 'over' || !played(letter).standin)));
  }

  // Words about people, the clock and what is asked: the board and the tray stay as they are.
  function refresh() {
    const { game } = session;
    tellLine();
    if (!game?.live) return;
    nameCast();
    const now = calls(session), sign = (now || []).flat().map(node => node?.textContent).join('|');
    if (session.call.dataset.sign !== sign) {
      const inside = session.call.contains(document.activeElement);
      fill(session.call, now);
      session.call.dataset.sign = sign;
      if (inside && game.view) (session.call.querySelector('button') || game.view.tray.button).focus({ preventScroll: true });
    }
    seatsMark = JSON.stringify(table.people.map((_, seat) => [seatNote(session, seat)?.text, session.nameOf(seat)]));
    clock.tick();
    if (app.screen === 'table' && game.view) game.view.update();
  }

  function tellLine() {
    const lost = wire.state() === 'lost' && lostAt, watching = table.watching ? ` · ${t('line.watching', { n: table.watching })}` : '';
    session.line.textContent = lost ? t('line.lost') : `${t('line.table', { code })}${watching}`;
    document.body.classList.toggle('offline', Boolean(lost));
  }

  // --- the game ---------------------------------------------------------------------------------------------

  function castNow(state) {
    const seats = seatLetters(table.people.length), human = table.you >= 0 ? session.letter(table.you) : null;
    return { seats, human, colours: Object.fromEntries(seats.map((letter, k) => [letter, k])), names: {}, people: new Set(), team: state.teams.find(team => team.includes(human)) || [human].filter(Boolean) };
  }

  // The game from the lines that are here, once they hold its start.
  function openGame() {
    const { room, engine } = app, id = session.gameId, spec = `${table.rules} seats=${table.people.length}`, follower = followLines(session);
    if (!lines.length) return null;
    const opened = engine.followRules(spec);
    if (opened.error) throw new Error(opened.error.message);
    follower.push(lines);
    const state = follower.opening();
    if (!state) return null;
    if (session.game) room.leave(session.game);
    source = follower;
    const game = room.makeGame(app, source, { game: id, seats: table.people.length, spec, cast: castNow(state), state, online: session });
    session.game = app.game = game;
    atTable = false;
    source.catchUp(game);
    closeDialogs();
    refresh();
    if (game.state.over) app.ended(game);
    else {
      if (app.screen !== 'table') scrollTo(0, 0); // (the lobby may have been scrolled)
      app.showTable(table.you >= 0 ? '[data-testid=roll]' : 'h1');
      room.run(game);
    }
    return game;
  }

  function dropGame() {
    if (session.game) app.room.leave(session.game);
    lines = [];
    session.game = app.game = source = null;
  }

  // Who sits down or stands up in the middle of a game sees it from another side.
  function changedSeat(was) {
    if (was === table.you || !session.game) return;
    if (table.status === 'playing') openGame();
  }

  session.missed = events => { if (lostAt && events.length) showMissed(session, events); lostAt = 0; };

  // --- what the server says ---------------------------------------------------------------------------------

  function takeLines({ game, skip, lines: text }) {
    if (game !== table.game) return;
    const all = text.split('\n').filter(Boolean).map(line => ({ text: line, why: '' })), fresh = all.slice(Math.max(0, lines.length - skip));
    if (skip > lines.length) { // (some are missing: begins anew)
      dropGame();
      return wire.again();
    }
    lines.push(...fresh);
    table.n_lines = lines.length;
    if (session.game && source) source.push(fresh, lostAt > 0);
    else openGame();
  }

  // What became of a game that was over before its last lines came: its record is kept.
  async function fetchRecord() {
    const { game } = table, answer = await fetch(`/api/tables/${code}/games/${game}`);
    if (!answer.ok || table.game !== game) return;
    takeLines({ game, skip: 0, lines: await answer.text() });
    source?.poke();
  }

  function firstSight() {
    const free = table.people.some(one => !one);
    if (table.you < 0 && table.status === 'open' && free && !session.watches) session.sit(-1);
  }

  // Told once, by voice.
  function tell({ m, seat, why, online, bot }) {
    if (seat === undefined || seat === table.you) return;
    const name = session.nameOf(seat), { say } = app.room;
    if (m === 'there' && !online) say(bot >= 0 ? t('say.away.in', { name, n: Math.round(bot / 1000) }) : t('say.away', { name }));
    if (m === 'there' && online) say(t('say.there', { name }));
    if (m === 'sat') say(t('say.sat', { name }));
    if (m === 'stood') say(t('say.stood'));
    if (m === 'standin') say(t(why === 'resigned' ? 'say.resigned' : 'say.standin', { name }));
    if (m === 'returned') say(t('say.returned', { name }));
    if (m === 'ready') say(t('say.ready', { name }));
  }

  function heard(message) {
    const { m } = message, was = table.you, game = table.game, first = !table.status;
    if (m === 'trouble') return trouble(message);
    if (m === 'said') return showSaid(session, message);
    if (m === 'lines') return takeLines(message);
    const away = m === 'there' && table.people[message.seat]?.online === message.online;
    apply(table, message);
    if (m === 'closed') return trouble({ code: 'closed' });
    session.gameId = gameOf(app, table.rules) || session.gameId;
    if (table.game !== game) dropGame();
    if (m === 'line') {
      const one = { text: message.line, why: message.why };
      lines.push(one);
      if (session.game) source.push([one]);
      else openGame();
      clock.tick();
      return undefined;
    }
    wire.pace(table.status === 'playing');
    if (!away) tell(message);
    remember();
    standing.look();
    if (first) firstSight();
    changedSeat(was);
    if (m === 'table' && table.status === 'over' && !lines.some(({ text }) => text.startsWith('end '))) fetchRecord().catch(console.error);
    if (m === 'table' && !session.game && table.status !== 'open') return undefined; // (its lines come next)
    source?.poke();
    if (REDRAWS.has(m)) session.redraw();
    return undefined;
  }

  function remember() {
    if (table.you >= 0) keepTable({ code, rules: table.rules, seats: table.seats, names: peopleOf(table).filter((_, k) => k !== table.you).map(({ name }) => name) });
  }

  function trouble({ code: why }) {
    if (why === 'elsewhere') {
      session.elsewhere = true;
      wire.stop();
      app.room.alertTurn(t('call.elsewhere'));
    } else if (['unknown', 'closed', 'full'].includes(why)) {
      session.trouble = why;
      wire.stop();
      forgetTable();
    } else return;
    if (session.elsewhere && !session.game) session.trouble = why;
    session.redraw();
    if (session.elsewhere) refresh();
  }

  function changed(state) {
    if (state === 'lost' && table.status) {
      lostAt ||= performance.now();
      app.room.alertTurn(t('line.lost'));
    }
    if (state === 'open') {
      session.trouble = null;
      const since = lostAt;
      if (since) app.room.say(t('line.back'));
      setTimeout(() => { if (lostAt === since) lostAt = 0; }, 2000); // (by then the lines that were missed have come)
    }
    tellLine();
    refresh();
  }

  const hello = () => ({ device: deviceSecret(), table: code, game: table.game, since: lines.length ? table.v : 0 });
  const wire = openWire({ hello, heard, changed });
  session.wire = wire;
  app.show('coming', h('main.read', null, h('p.lede', { role: 'status' }, t('line.coming', { code }))));
  for (const sign of SIGNS) addEventListener(sign, readySound);
  const everySecond = setInterval(() => { if (peopleOf(table).some(one => one.bots)) refresh(); }, 1000);

  session.leave = () => {
    clearInterval(everySecond);
    for (const sign of SIGNS) removeEventListener(sign, readySound);
    clock.end();
    hideMissed();
    document.body.classList.remove('offline');
    if (table.status === 'over') { // (the others need not wait for this person)
      forgetTable();
      if (table.you >= 0) wire.command('stand', {}, table.v);
    }
    wire.close();
  };
  return session;
}
