import type { Rarity } from '#shared/constants/rarity.ts';
import { type Matches, pageHead, type Tag } from '#web/lib/seo/page-head.ts';
import { breadcrumbs } from '#web/lib/seo/structured-data.ts';
import { cardTrail } from '../catalog/breadcrumb-trails.ts';

/** The head of a card's page. Of one game's copies alone, and from the second page on, it is not listed. */
export function cardHead(
  matches: Matches,
  {
    card,
    ofGame,
    game,
    page,
  }: {
    card: { id: string; name: string; description: string; rarity: Rarity };
    /** The one game that awards it; null where many do. */
    ofGame: { name: string } | null;
    /** The game that the page is narrowed down to. */
    game: { name: string } | null;
    page: number;
  },
): Tag[] {
  const from = game ?? ofGame;
  return pageHead(matches, {
    title: `${card.name}${from ? `, a card of ${from.name}` : ', a card'}`,
    page,
    description: `${card.name}, a card of rarity ${card.rarity}: what it sold for at Guildhall and who offers it. ${card.description}`,
    path: `/community/market/cards/${card.id}`,
    index: game === null && page === 1,
    data: (site) => [breadcrumbs(site, cardTrail(card))],
  });
}
