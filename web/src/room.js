// All that a table needs and the start page does not, joined into a script of its own. main.js fetches it.

export { drawTable } from './table.js';
export { drawEnd } from './end.js';
export { leave, openGame, run } from './play.js';
export { alertTurn, say } from './say.js';
export { showMenu } from './menu.js';
