import { Star } from 'lucide-react';
import type { GameDetails } from '#domain/catalog/games/get-game.ts';
import { Breadcrumb, type Crumb } from '#web/ui/breadcrumb.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { GameImage } from './game-image.tsx';

interface GameHeaderProps {
  game: Pick<GameDetails, 'name' | 'released' | 'rating' | 'genres'>;
  /** The path of the wide background image; null when the game has no image. */
  image: string | null;
  trail: readonly Crumb[];
}

/** A game's wide header: its name over its image, with rating, year and genres. */
export function GameHeader({ game, image, trail }: GameHeaderProps) {
  const { name, released, rating, genres } = game;
  return (
    <header className="relative isolate grid min-h-60 overflow-hidden bg-well text-ink scheme-dark sm:min-h-[clamp(18rem,32vw,32rem)]">
      {image && (
        <GameImage
          src={image}
          alt={`Scene from ${name}`}
          sizes="100vw"
          priority
          fallback="none"
          className="absolute inset-0 -z-10 size-full object-cover"
        />
      )}
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-veil via-veil/30 to-transparent" />
      <div className="absolute inset-0 -z-10 bg-linear-to-r max-sm:bg-veil/30 from-veil/80 via-veil/35 to-transparent" />
      <div className="mx-auto grid w-full max-w-wide content-end gap-3 px-4 py-8 sm:px-8 sm:py-10">
        <Breadcrumb trail={trail} className="lg:max-w-[calc(100%-25rem)]" />
        {/* On wide screens the purchase panel covers the right side of the image. */}
        <h1
          className={`wrap-anywhere lg:max-w-[calc(100%-25rem)] ${name.length > 32 ? 'text-3xl' : 'max-w-[22ch] text-hero'}`}
        >
          {name}
        </h1>
        <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-lg text-muted lg:max-w-[calc(100%-25rem)]">
          {rating > 0 && (
            <li className="inline-flex items-center gap-1.5 font-semibold text-ink tabular-nums">
              <Star aria-hidden className="size-4.5 fill-accent text-accent" />
              <span className="sr-only">Rating </span>
              {rating.toFixed(1)}
            </li>
          )}
          {released && (
            <li>
              <DateTime value={released} format="year" />
            </li>
          )}
          {genres.length > 0 && <li>{genres.map(({ name }) => name).join(' · ')}</li>}
        </ul>
      </div>
    </header>
  );
}
