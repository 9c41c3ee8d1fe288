import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useGamePrefetch } from '#web/lib/root-data.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { GamePriceText, type ShownPrice } from '#web/ui/games/game-price-text.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface GameShelfProps {
  title: string;
  /** The path of the whole list. */
  allPath?: string;
  /** A control beside the heading. */
  action?: ReactNode;
  /** Smaller covers, so that a row has more of them. */
  small?: boolean;
  children: ReactNode;
}

/** A row of games under a heading. On narrow screens the row scrolls sideways. */
export function GameShelf({ title, allPath, action, small = false, children }: GameShelfProps) {
  const id = useId();
  const prefetch = useGamePrefetch();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
        {allPath && (
          <Link
            to={allPath}
            prefetch={prefetch}
            className="inline-flex min-h-9 items-center gap-1 text-sm font-medium text-accent-ink hover:underline"
          >
            See all<span className="sr-only"> of {title}</span>
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        )}
      </div>
      <ul {...tileGrid} className={`shelf ${small ? 'shelf-small' : 'shelf-wide'}`}>
        {children}
      </ul>
    </section>
  );
}

interface GameShelfCardProps {
  game: {
    id: number;
    name: string;
    backgroundImage: string | null;
    /** YYYY-MM-DD; null when the date is unknown, undefined when it was not stored. */
    released?: string | null;
    /** 0 to 5; 0 when the game is not rated. */
    rating?: number;
  };
  /** An extra line for this shelf, such as the number of owners. */
  fact?: string;
  /** Undefined when the price is unknown, or whether the reader owns the game. */
  price?: ShownPrice;
  /** Shows `In library` instead of the price. */
  owned?: boolean;
  /** Loads the cover at once: the card is in view when the page opens. */
  eager?: boolean;
}

/** A game on a shelf, with release date, rating and price. The whole card is one link to the game's page. */
export function GameShelfCard(props: GameShelfCardProps) {
  const prefetch = useGamePrefetch();
  return (
    <CachedMarkup as="li" className="shelf-card" inputs={['shelf card', props, prefetch]}>
      {() => <ShelfCardContent {...props} prefetch={prefetch} />}
    </CachedMarkup>
  );
}

interface ShelfCardContentProps extends GameShelfCardProps {
  prefetch: 'intent' | 'none';
}

function ShelfCardContent(props: ShelfCardContentProps) {
  const { game, fact, price, owned = false, eager, prefetch } = props;
  return (
    <>
      <GameCover src={game.backgroundImage} eager={eager} />
      <h3>
        <Link {...tile} to={`/game-info/${game.id}`} prefetch={prefetch}>
          {game.name}
        </Link>
      </h3>
      <p className="shelf-facts">
        {game.released ? (
          <DateTime value={game.released} format="date" />
        ) : (
          // A game stored in the browser may have no date; the line keeps its height.
          <span>{game.released === null ? 'To come' : '\u00a0'}</span>
        )}
        {game.rating !== undefined && game.rating > 0 && (
          <span className="game-card-rating">
            <span className="sr-only">Rating </span>
            {game.rating.toFixed(1)}
          </span>
        )}
        {owned && <span className="shelf-price text-alive">In library</span>}
        {!owned && price && (
          <span className="shelf-price text-ink">
            <GamePriceText price={price} />
          </span>
        )}
      </p>
      {fact && <p className="text-sm text-muted tabular-nums">{fact}</p>}
    </>
  );
}
