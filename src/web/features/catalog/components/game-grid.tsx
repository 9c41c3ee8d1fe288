import type { GameSummary } from '#domain/catalog/games/game-list-sql.ts';
import type { Prices } from '#domain/catalog/prices/read-prices.ts';
import { findGamePrice } from '#shared/format/amounts/find-game-price.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useGamePrefetch } from '#web/lib/root-data.ts';
import { tileGrid } from '#web/lib/use-grid-keys.ts';
import { GameCard, gameGridClasses } from './game-card.tsx';

interface GameGridProps {
  games: GameSummary[];
  prices: Prices;
  /** The number of covers to load at once, because they are in view when the page opens. */
  eager?: number;
  /** The ids of the games that the reader owns. */
  owned?: ReadonlySet<number>;
}

/** Games as a grid of cards. */
export function GameGrid({ games, prices, eager = 0, owned }: GameGridProps) {
  const prefetch = useGamePrefetch();
  return (
    <ul {...tileGrid} className={gameGridClasses}>
      {games.map((game, index) => {
        const card = {
          game,
          price: findGamePrice(prices, game.id),
          eager: index < eager,
          owned: owned?.has(game.id),
          prefetch,
        };
        return (
          <CachedMarkup as="li" key={game.id} className="grid" inputs={['game card', card]}>
            {() => <GameCard {...card} />}
          </CachedMarkup>
        );
      })}
    </ul>
  );
}
