/**
 * Where a game comes from. `bundle`: the catalog that comes with Guildhall. `games-database`: the provider, such as
 * RAWG. `own`: a game of the site, which catalog editors write.
 */
export const gameSources = ['bundle', 'games-database', 'own'] as const;

export type GameSource = (typeof gameSources)[number];
