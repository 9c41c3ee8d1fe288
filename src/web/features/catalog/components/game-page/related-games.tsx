import type { GameSummary } from '#domain/catalog/games/game-list-sql.ts';
import type { RelatedGames as RelatedGamesList } from '#domain/catalog/games/list-related-games.ts';
import type { Prices } from '#domain/catalog/prices/read-prices.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import { useShopGenres } from '#web/lib/root-data.ts';
import { GameShelf, GameShelfCard } from '../game-shelf.tsx';

interface RelatedGamesProps {
  /** `owned`: the ids of the shown games that the reader owns. */
  related: RelatedGamesList & { owned: readonly number[] };
  prices: Prices;
}

/** Below a game: more games of its developer, then of its genre. */
export function RelatedGames({ related, prices }: RelatedGamesProps) {
  const { developer, games: byDeveloper } = related.byDeveloper;
  const { genre, games: ofGenre } = related.ofGenre;
  const shopGenre = useShopGenres().find(({ slug }) => slug === genre?.slug);
  const renderCards = (games: readonly GameSummary[]) =>
    games.map((game) => (
      <GameShelfCard
        key={game.id}
        game={game}
        price={findGamePrice(prices, game.id)}
        owned={related.owned.includes(game.id)}
      />
    ));
  return (
    // There are at most six games; on the widest screens six fill the row.
    <div className="grid min-w-0 gap-10 empty:hidden lg:order-2 lg:col-span-full 2xl:[&_.shelf]:[--columns:6]">
      {developer && byDeveloper.length > 0 && (
        <GameShelf title={`More from ${developer.name}`} allPath={`/developer/${developer.id}`}>
          {renderCards(byDeveloper)}
        </GameShelf>
      )}
      {genre && ofGenre.length > 0 && (
        // The shop has a list only for the genres that it filters by.
        <GameShelf
          title={`More ${shopGenre?.name ?? genre.name} games`}
          allPath={shopGenre && `/?genre=${shopGenre.slug}`}
        >
          {renderCards(ofGenre)}
        </GameShelf>
      )}
    </div>
  );
}
