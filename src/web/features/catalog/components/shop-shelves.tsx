import { Fragment, type ReactNode } from 'react';
import type { GameSummary } from '#domain/catalog/games/game-list-sql.ts';
import type { OwnedGame, Shelves } from '#domain/catalog/games/list-shelves.ts';
import type { Prices } from '#domain/catalog/prices/read-prices.ts';
import type { ShelfId, ShownShelf } from '#shared/constants/catalog/shelves.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import { GameShelf, GameShelfCard } from './game-shelf.tsx';
import { GenreShelf } from './genre-shelf.tsx';
import { RecentlyViewedGames } from './recently-viewed-games.tsx';

interface ShopShelvesProps extends Shelves {
  /** The shelves in their order. */
  shown: readonly ShownShelf[];
  /** The games of the site, in the order of its editors. */
  ownGames: GameSummary[];
  prices: Prices;
  /** The ids of the shown games that the reader owns. */
  owned: ReadonlySet<number>;
}

/** The lists that shelves lead to. */
const allPaths: Partial<Record<ShelfId, string>> = {
  newest: '/?order=released',
  'best-rated': '/?order=rating',
};

/** The shelves above the list on the shop's home page. A shelf without games is left out. */
export function ShopShelves(props: ShopShelvesProps) {
  const { shown, ownGames, newest, bestRated, mostOwned, genres, prices, owned } = props;
  const gamesOf: Record<ShelfId, readonly (GameSummary | OwnedGame)[]> = {
    own: ownGames,
    newest,
    'best-rated': bestRated,
    'most-owned': mostOwned,
    genres: [],
  };
  const renderShelf = ({ id, title }: ShownShelf, place: number): ReactNode => {
    if (id === 'genres') return genres.length > 0 && <GenreShelf title={title} genres={genres} />;
    const games = gamesOf[id];
    if (games.length === 0) return null;
    return (
      <GameShelf title={title} allPath={allPaths[id]}>
        {games.map((game, index) => (
          <GameShelfCard
            key={game.id}
            game={game}
            fact={'owners' in game ? countOwners(game) : undefined}
            price={findGamePrice(prices, game.id)}
            owned={owned.has(game.id)}
            eager={place < 2 && index < 3}
          />
        ))}
      </GameShelf>
    );
  };
  return (
    <div className="mb-12 grid gap-9 lg:gap-11">
      {shown.map((shelf, place) => (
        <Fragment key={shelf.id}>{renderShelf(shelf, place)}</Fragment>
      ))}
      <RecentlyViewedGames prices={prices} />
    </div>
  );
}

const countOwners = ({ owners }: OwnedGame) => (owners === 1 ? '1 owner' : `${owners} owners`);
