// Where somebody stands: lines of the ranking, and what a rated game has changed in one's own.

import { languageNow, t } from './lang.js';
import { h } from './dom.js';

const signed = value => new Intl.NumberFormat(languageNow(), { signDisplay: 'exceptZero', maximumFractionDigits: 1 }).format(value);
export const points = thousandths => new Intl.NumberFormat(languageNow(), { maximumFractionDigits: 1 }).format(thousandths / 1000);
export const rating = thousandths => new Intl.NumberFormat(languageNow(), { maximumFractionDigits: 0 }).format(thousandths / 1000);

const START = 1500000; // of whoever has played none: rating/elo.h

export async function askBoard({ by, game, seats, player }) {
  const kind = game ? { rules: game, seats } : {}, query = new URLSearchParams({ ...kind, ...(by === 'week' ? { week: 'now' } : {}), ...(player ? { player } : {}) });
  const answer = await fetch(`/api/leaderboard?${query}`);
  if (!answer.ok) throw new Error(`leaderboard: ${answer.status}`);
  return (await answer.json()).lines;
}

async function standing(game, seats, player) {
  const [ratings, week] = await Promise.all([askBoard({ by: 'rating', game, seats, player }), askBoard({ by: 'week', player })]), own = lines => lines.find(line => line.player === player);
  return { rank: own(ratings)?.rank, rating: own(ratings)?.rating ?? START, games: own(ratings)?.games ?? 0, points: own(week)?.points ?? 0 };
}

// What a rated game at this table changes: asked for when it begins, and when it is over.
export function watchStanding(session) {
  let game = 0, before = null, after = null;
  const kind = () => [session.gameId, session.table.people.length, session.table.player];
  return {
    async look() {
      const { table } = session;
      if (!table.rated || table.you < 0) return;
      if (table.status === 'playing' && game !== table.game) {
        game = table.game;
        after = null;
        before = await standing(...kind()).catch(() => null);
      } else if (table.status === 'over' && game === table.game && before && !after) {
        after = await standing(...kind()).catch(() => null);
        if (after && after.games > before.games) session.redraw();
      }
    },
    // For the end of a game; null where nothing was changed.
    note() {
      if (!after || !before || game !== session.table.game || after.games === before.games) return null;
      const row = (label, value, change) => h('div', null, h('dt', null, label), h('dd', null, h('b.num', null, value), ' ', h('span.num', null, signed(change / 1000))));
      return h('section.standing.sheet', { 'aria-label': t('rank.title'), 'data-testid': 'standing' }, h('dl', null, row(t('rank.rating'), rating(after.rating), after.rating - before.rating), row(t('rank.week'), points(after.points), after.points - before.points)),
        h('button.link', { type: 'button', 'data-testid': 'to-ranking', onclick: () => session.app.ranking({ by: 'rating', game: kind()[0], seats: kind()[1] }) }, t('rank.place.now', { n: after.rank })));
    },
  };
}
