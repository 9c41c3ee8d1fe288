import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#shared/format/money.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { useGamePrefetch } from '#web/lib/viewer.ts';
import { DateTime } from '#web/ui/date-time.tsx';
import { GameCover } from './game-cover.tsx';

interface ShelfProps {
  title: string;
  /** Where the whole list in this order is. */
  all?: string;
  /** Beside the heading instead. */
  action?: ReactNode;
  /** Smaller pictures, more in a row. */
  small?: boolean;
  children: ReactNode;
}

/** A row of games under a heading; on narrow screens it scrolls by itself, the page does not. */
export function Shelf({ title, all, action, small = false, children }: ShelfProps) {
  const id = useId();
  const prefetch = useGamePrefetch();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
        {all && (
          <Link
            to={all}
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

interface ShelfCardProps {
  game: {
    id: number;
    name: string;
    backgroundImage: string | null;
    /** YYYY-MM-DD; null while it is not known. */
    released?: string | null;
    /** 0 to 5; 0 while nobody has rated it. */
    rating?: number;
  };
  /** What this shelf is about beyond what every list says of a game, such as a number of owners. */
  fact?: ReactNode;
  /** Cents; left out where it is not known whether the reader owns the game. */
  priceCents?: number;
  /** In the reader's library: said instead of the price. */
  owned?: boolean;
  /** Above the fold. */
  eager?: boolean;
}

/** A game on a shelf, with the facts of the list: the whole of it is one link to its page. */
export function ShelfCard({ game, fact, priceCents, owned = false, eager }: ShelfCardProps) {
  const prefetch = useGamePrefetch();
  return (
    <li className="shelf-card">
      <GameCover src={game.backgroundImage} eager={eager} />
      <h3>
        <Link {...tile} to={`/game-info/${game.id}`} prefetch={prefetch}>
          {game.name}
        </Link>
      </h3>
      <p className="shelf-facts">
        {game.released ? (
          <DateTime value={game.released} format="year" />
        ) : (
          // What the browser remembers may be without a year, but keeps its line.
          <span>{game.released === null ? 'To come' : '\u00a0'}</span>
        )}
        {game.rating !== undefined && game.rating > 0 && (
          <span className="game-card-rating">
            <span className="sr-only">Rating </span>
            {game.rating.toFixed(1)}
          </span>
        )}
        {owned && <span className="shelf-price text-alive">In library</span>}
        {!owned && priceCents !== undefined && (
          <span className="shelf-price text-ink">{formatMoney(priceCents)}</span>
        )}
      </p>
      {fact && <p className="text-sm text-muted tabular-nums">{fact}</p>}
    </li>
  );
}
