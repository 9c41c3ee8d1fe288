import { Link } from 'react-router';
import type { GenrePreview } from '#domain/catalog/games/list-shelves.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useGamePrefetch } from '#web/lib/root-data.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { formatGameCount } from './game-counts.ts';
import { GameImage } from './game-page/game-image.tsx';

interface GenreShelfProps {
  title: string;
  genres: GenrePreview[];
}

/** Links to the genres, each with its number of games and slices of the covers of its best-known games. */
export function GenreShelf({ title, genres }: GenreShelfProps) {
  const numbers = useNumbers();
  const prefetch = useGamePrefetch();
  return (
    <section aria-labelledby="genres-title" className="grid min-w-0 gap-3">
      <h2 id="genres-title" className="flex min-h-9 items-center text-xl">
        {title}
      </h2>
      <ul {...tileGrid} className="shelf shelf-genres">
        {genres.map(({ slug, name, total, covers }) => (
          <CachedMarkup
            as="li"
            key={slug}
            className="genre-hint"
            inputs={['genre', slug, name, total, covers, prefetch]}
          >
            {() => (
              <>
                <div>
                  {covers.map((src) => (
                    <GameImage key={src} src={src} alt="" sizes="12rem" fallback="none" />
                  ))}
                </div>
                <div>
                  <h3>
                    <Link {...tile} to={`/?genre=${slug}`} prefetch={prefetch}>
                      {name}
                    </Link>
                  </h3>
                  <p>{formatGameCount(total, numbers)}</p>
                </div>
              </>
            )}
          </CachedMarkup>
        ))}
      </ul>
    </section>
  );
}
