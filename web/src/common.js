// What every script of the page has in common. Each of them imports this, so that all of it becomes one script (chunk.js)
// and not one for each two that share something.

import './board.js';
import './chips.js';
import './controls.js';
import './dom.js';
import './games.js';
import './geometry.js';
import './lang.js';
import './marks.js';
import './motion.js';
import './pawns.js';
import './picture.js';
import './store.js';
import './tables.js';
