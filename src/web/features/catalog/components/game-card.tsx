import { Link } from 'react-router';
import type { GameSummary } from '#domain/catalog/games/game-list-sql.ts';
import { tile } from '#web/lib/use-grid-keys.ts';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { GamePriceText, type ShownPrice } from '#web/ui/games/game-price-text.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface GameCardProps {
  game: GameSummary;
  price: ShownPrice;
  /** Whether the link loads the page before a click. */
  prefetch: 'intent' | 'none';
  /** Loads the cover at once: the card is in view when the page opens. */
  eager?: boolean;
  /** Shows `In library` instead of the price. */
  owned?: boolean;
}

/** A game in a grid. The whole card is one link to the game's page. */
export function GameCard({ game, price, prefetch, eager, owned = false }: GameCardProps) {
  return (
    <article className="game-card">
      <div className="game-card-cover">
        <GameCover src={game.backgroundImage} eager={eager} />
      </div>
      <div className="game-card-text">
        <h3>
          <Link {...tile} to={`/game-info/${game.id}`} prefetch={prefetch}>
            {game.name}
          </Link>
        </h3>
        <div className="game-card-facts">
          {game.released ? <DateTime value={game.released} format="date" /> : <span>To come</span>}
          {game.rating > 0 && (
            <span className="game-card-rating">
              <span className="sr-only">Rating </span>
              {game.rating.toFixed(1)}
            </span>
          )}
          <span>
            {owned ? (
              <span className="text-sm text-alive">In library</span>
            ) : (
              <GamePriceText price={price} />
            )}
          </span>
        </div>
      </div>
    </article>
  );
}

/** The classes of a grid of game cards. */
export const gameGridClasses =
  'grid gap-4 xs:grid-cols-2 sm:gap-6 md:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6';
