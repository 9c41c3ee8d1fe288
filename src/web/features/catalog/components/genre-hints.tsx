import { Link } from 'react-router';
import { shopGenres } from '#shared/constants/genres.ts';
import { tile, tileGrid } from '#web/lib/use-grid-keys.ts';
import { useGamePrefetch } from '#web/lib/viewer.ts';
import { GamePicture } from './game-picture.tsx';
import { gamesCount } from './page-count.ts';

interface GenreHintsProps {
  genres: { slug: string; total: number; covers: string[] }[];
}

const names = new Map<string, string>(shopGenres.map(({ slug, name }) => [slug, name]));

/** What each genre has to offer: how many games, and slices of the covers of the best known. */
export function GenreHints({ genres }: GenreHintsProps) {
  const prefetch = useGamePrefetch();
  return (
    <section aria-labelledby="genres-title" className="grid min-w-0 gap-3">
      <h2 id="genres-title" className="flex min-h-9 items-center text-xl">
        Browse by genre
      </h2>
      <ul {...tileGrid} className="shelf shelf-genres">
        {genres.map(({ slug, total, covers }) => (
          <li key={slug} className="genre-hint">
            <div>
              {covers.map((src) => (
                <GamePicture key={src} src={src} alt="" sizes="12rem" standIn="nothing" />
              ))}
            </div>
            <div>
              <h3>
                <Link {...tile} to={`/?genre=${slug}`} prefetch={prefetch}>
                  {names.get(slug)}
                </Link>
              </h3>
              <p>{gamesCount(total)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
