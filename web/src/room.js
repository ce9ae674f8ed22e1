// All that a table needs and the start page does not, joined into a script of its own. main.js fetches it; online.js, which
// is a script of its own, too, reaches it as app.room.

import './common.js';

export { drawTable } from './table.js';
export { updateSeats } from './people.js';
export { drawEnd } from './end.js';
export { goOn, leave, makeGame, run, sceneOf, skim } from './play.js';
export { openAlone } from './alone.js';
export { alertTurn, say } from './say.js';
export { showMenu } from './menu.js';
export { changeSentences } from './rules.js';
export { eventSentences } from './words.js';
