import type { Rarity } from '#shared/constants/rarity.ts';
import { getSiteName, type MetaTag, pageHead, type RouteMatches } from '#web/lib/seo/page-head.ts';
import { buildBreadcrumbs } from '#web/lib/seo/structured-data.ts';
import type { Crumb } from '#web/ui/breadcrumb.tsx';

/** The meta tags of a card's page. Search engines list only the first page of a card from all games. */
export function buildCardHead(
  matches: RouteMatches,
  {
    card,
    ofGame,
    game,
    page,
  }: {
    card: { id: string; name: string; description: string; rarity: Rarity };
    /** The game that awards the card; null when several games award it. */
    ofGame: { name: string } | null;
    /** The game that the page is filtered by. */
    game: { name: string } | null;
    page: number;
  },
): MetaTag[] {
  const shownGame = game ?? ofGame;
  return pageHead(matches, {
    title: `${card.name}${shownGame ? `, a card of ${shownGame.name}` : ', a card'}`,
    page,
    description: `${card.name}, a card of rarity ${card.rarity}: what it sold for at ${getSiteName(matches)} and who offers it. ${card.description}`,
    path: `/community/market/cards/${card.id}`,
    index: game === null && page === 1,
    data: (site) => [buildBreadcrumbs(site, buildCardTrail(card))],
  });
}

/** The trail to a card. */
export function buildCardTrail(card: { id: string; name: string }): Crumb[] {
  return [
    { name: 'Market', path: '/community/market' },
    { name: card.name, path: `/community/market/cards/${card.id}` },
  ];
}
