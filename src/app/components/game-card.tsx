import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { DateTime } from './date-time.tsx';
import { GameCover } from './game-cover.tsx';
import { Money } from './money.tsx';

export interface GameCardGame {
  id: number;
  name: string;
  /** YYYY-MM-DD; null while it is not known. */
  released: string | null;
  /** 0 to 5. */
  rating: number | null;
  backgroundImage: string | null;
  priceCents: number;
}

interface GameCardProps {
  game: GameCardGame;
  /** Above the fold. */
  eager?: boolean;
  /** In the reader's library: said instead of the price. */
  owned?: boolean;
}

/** A game in a grid: the whole of it is one link to its page. */
export function GameCard({ game, eager, owned = false }: GameCardProps) {
  return (
    <article className="group relative grid grid-rows-[auto_1fr] overflow-hidden rounded-lg bg-surface shadow-lift transition-[translate,box-shadow,background-color] duration-calm has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-3 has-[a:focus-visible]:outline-accent-ink hover:-translate-y-1 hover:bg-raised hover:shadow-float focus-within:bg-raised">
      <div className="overflow-hidden">
        <GameCover
          src={game.backgroundImage}
          eager={eager}
          sizes="(min-width: 1440px) 20rem, (min-width: 651px) 33vw, 100vw"
          className="transition-[scale] duration-slow group-hover:scale-[1.03]"
        />
      </div>
      <div className="grid content-between gap-3 p-4">
        <h3 className="text-lg leading-snug">
          <Link
            to={`/game-info/${game.id}`}
            prefetch="intent"
            className="outline-none after:absolute after:inset-0"
          >
            {game.name}
          </Link>
        </h3>
        <div className="flex items-center gap-4 text-sm text-muted">
          {game.released ? <DateTime value={game.released} format="date" /> : <span>To come</span>}
          {game.rating !== null && game.rating > 0 && (
            <span className="inline-flex items-center gap-1">
              <Star aria-hidden className="size-3.5 fill-current text-accent-ink" />
              <span className="sr-only">Rating </span>
              {game.rating.toFixed(1)}
            </span>
          )}
          {owned ? (
            <span className="ml-auto font-semibold text-alive">In library</span>
          ) : (
            <Money cents={game.priceCents} className="ml-auto text-base font-semibold text-ink" />
          )}
        </div>
      </div>
    </article>
  );
}

/** The grid that game cards stand in. */
export const gameGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(16.5rem,100%),1fr))] gap-4 sm:gap-6';
