import type { GameSummary } from '#domain/catalog/games/game-list-sql.ts';
import type { Shelves } from '#domain/catalog/games/list-shelves.ts';
import type { Prices } from '#domain/catalog/prices/read-prices.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import { GameShelf, GameShelfCard } from './game-shelf.tsx';
import { GenreShelf } from './genre-shelf.tsx';
import { RecentlyViewedGames } from './recently-viewed-games.tsx';

interface ShopShelvesProps extends Shelves {
  /** The games of the site, in the order of its editors. */
  ownGames: GameSummary[];
  prices: Prices;
  /** The ids of the shown games that the reader owns. */
  owned: ReadonlySet<number>;
}

/** The shelves above the list on the shop's home page. A shelf without games is left out. */
export function ShopShelves(props: ShopShelvesProps) {
  const { ownGames, newest, bestRated, mostOwned, genres, prices, owned } = props;
  return (
    <div className="mb-12 grid gap-9 lg:gap-11">
      {ownGames.length > 0 && (
        <GameShelf title="Games of this site">
          {ownGames.map((game, index) => (
            <GameShelfCard
              key={game.id}
              game={game}
              price={findGamePrice(prices, game.id)}
              owned={owned.has(game.id)}
              eager={index < 3}
            />
          ))}
        </GameShelf>
      )}
      {newest.length > 0 && (
        <GameShelf title="New" allPath="/?order=released">
          {newest.map((game, index) => (
            <GameShelfCard
              key={game.id}
              game={game}
              price={findGamePrice(prices, game.id)}
              owned={owned.has(game.id)}
              eager={index < 3}
            />
          ))}
        </GameShelf>
      )}
      {bestRated.length > 0 && (
        <GameShelf title="Best rated" allPath="/?order=rating">
          {bestRated.map((game) => (
            <GameShelfCard
              key={game.id}
              game={game}
              price={findGamePrice(prices, game.id)}
              owned={owned.has(game.id)}
            />
          ))}
        </GameShelf>
      )}
      {genres.length > 0 && <GenreShelf genres={genres} />}
      {mostOwned.length > 0 && (
        <GameShelf title="Most owned here">
          {mostOwned.map((game) => (
            <GameShelfCard
              key={game.id}
              game={game}
              fact={game.owners === 1 ? '1 owner' : `${game.owners} owners`}
              price={findGamePrice(prices, game.id)}
              owned={owned.has(game.id)}
            />
          ))}
        </GameShelf>
      )}
      <RecentlyViewedGames prices={prices} />
    </div>
  );
}
