// The games on the shelf, in their order, and how a table of each begins. Names and sentences are in lang/.
// What a game's rules are comes from the engine; here is only what is offered and which picture stands for it.

export const SHELF = [
  { heading: null, games: [
    { id: 'petits-chevaux', emblem: 'horse', seats: [2, 3, 4, 6, 8] },
    { id: 'petits-chevaux-barrages', emblem: 'wall', seats: [2, 3, 4, 6, 8] },
    { id: 'petits-chevaux-escalier', emblem: 'stair', seats: [2, 3, 4] },
    { id: 'ludo', emblem: 'disc', seats: [2, 3, 4, 6, 8] },
    { id: 'ludo-relance', emblem: 'again', seats: [2, 3, 4, 6, 8] },
    { id: 'parchis', emblem: 'flat', seats: [2, 3, 4, 6, 8] },
    { id: 'parchis-salida', emblem: 'out', seats: [4, 6, 8] },
    { id: 'ludo-danish', emblem: 'globe', seats: [2, 3, 4] },
    { id: 'ludo-german', emblem: 'forty', seats: [2, 3, 4] },
  ] },
  { heading: 'home.more', games: [
    { id: 'fia', emblem: 'two', seats: [2, 3, 4] },
    { id: 'eile-mit-weile', emblem: 'twelve', seats: [2, 3, 4] },
    { id: 'parchis-american', emblem: 'dice', seats: [2, 3, 4] },
    { id: 'pachisi', emblem: 'shell', seats: [4] },
    { id: 'uckers', emblem: 'anchor', seats: [4] },
  ] },
];

export const DEFAULT_SEATS = 4;

// The engine's text for a table. From six seats on, the board has as many arms, and a table of Ludo or of
// Petits Chevaux proposes two pawns each.
export function tableSpec(id, seats) {
  const arms = seats > 4 ? seats : 4, fewer = seats > 4 && !id.startsWith('parchis') ? ' pawns=2' : '';
  return `${id} seats=${seats} arms=${arms}${fewer}`;
}

export const seatLetters = count => Array.from({ length: count }, (_, i) => String.fromCharCode(65 + i));
