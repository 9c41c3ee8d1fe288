import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CompanyLink, GameDetails } from '#domain/catalog/games/get-game.ts';
import { useGamePrefetch } from '#web/lib/root-data.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { GameExternalLinks } from './game-external-links.tsx';
import { formatRatingTitle } from './rating-breakdown.tsx';

interface GameFactsProps {
  game: GameDetails;
}

/** The facts of a game page. */
export function GameFacts({ game }: GameFactsProps) {
  const { formatInteger } = useNumbers();
  // The catalog lists the most frequent rating first.
  const topRating = game.ratings[0];
  return (
    <dl className="panel grid grid-cols-1 gap-x-8 gap-y-5 p-6 xs:grid-cols-2 xl:grid-cols-3">
      <Fact name="Average rating">
        {game.rating > 0 ? `${game.rating.toFixed(2)} of 5` : 'Not rated yet'}
      </Fact>
      <Fact name="Top rating">
        {topRating
          ? `${formatRatingTitle(topRating.title)}: ${formatInteger(topRating.count)} (${topRating.percent.toFixed(1)}%)`
          : 'Not enough ratings'}
      </Fact>
      <Fact name="Total reviews">
        {game.ratingsCount === null ? 'Unknown' : formatInteger(game.ratingsCount)}
      </Fact>
      <Fact name="Release date">
        {game.released ? <DateTime value={game.released} format="date" /> : 'To be announced'}
      </Fact>
      <Fact name={game.developers.length > 1 ? 'Developers' : 'Developer'}>
        <Companies path="developer" companies={game.developers} />
      </Fact>
      <Fact name={game.publishers.length > 1 ? 'Publishers' : 'Publisher'}>
        <Companies path="publisher" companies={game.publishers} />
      </Fact>
      {game.minimumAge > 0 && <Fact name="Age">From {game.minimumAge} years</Fact>}
      <Fact name="Platforms" wide>
        {game.platforms.map(({ name }) => name).join(', ') || 'Unknown'}
      </Fact>
      <Fact name="Genres" wide>
        {game.genres.length > 0 ? (
          <ul className="mt-1 flex flex-wrap gap-2">
            {game.genres.map(({ slug, name }) => (
              <li key={slug}>
                <ChipLink to={`/?genre=${slug}`}>{name}</ChipLink>
              </li>
            ))}
          </ul>
        ) : (
          'Unknown'
        )}
      </Fact>
      {game.ageRating && <Fact name="Age rating">{game.ageRating}</Fact>}
      {game.links.length > 0 && (
        <Fact name="Elsewhere" wide>
          <GameExternalLinks links={game.links} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`grid content-start gap-0.5 ${wide ? 'col-span-full' : ''}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function Companies({ path, companies }: { path: string; companies: readonly CompanyLink[] }) {
  const prefetch = useGamePrefetch();
  if (companies.length === 0) return 'Unknown';
  return (
    <ul className="flex flex-wrap gap-x-4">
      {companies.map(({ id, name }) => (
        <li key={id}>
          <Link
            to={`/${path}/${id}`}
            prefetch={prefetch}
            className="inline-block min-h-6 text-link"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
