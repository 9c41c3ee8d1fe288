/**
 * Where a game comes from. `bundle`: the catalog that comes with Guildhall. `games-database`: the provider, such as
 * RAWG. `own`: a game of the site, which catalog editors write.
 */
export const gameSources = ['bundle', 'games-database', 'own'] as const;

export type GameSource = (typeof gameSources)[number];

/**
 * What the shop of a site can hold besides the games of the site: the games of all other sources, those of the bundled
 * catalog, or none.
 */
export const shopContents = ['all', 'bundle', 'own'] as const;

export type ShopContent = (typeof shopContents)[number];

/** Whether a shop with this content shows the games of a source. */
export function isSourceShown(content: ShopContent, source: GameSource): boolean {
  return source === 'own' || content === 'all' || content === source;
}
