import type { GameDetails } from '#domain/catalog/games/get-game.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** The four ratings of the catalog provider, best first, each with its colour. */
const ratingKinds = [
  { title: 'exceptional', fill: 'bg-accent' },
  { title: 'recommended', fill: 'bg-alive' },
  { title: 'meh', fill: 'bg-edge' },
  { title: 'skip', fill: 'bg-danger' },
];

const fillOf = (title: string) =>
  ratingKinds.find((kind) => kind.title === title)?.fill ?? 'bg-line';
const rankOf = (title: string) => {
  const index = ratingKinds.findIndex((kind) => kind.title === title);
  return index < 0 ? ratingKinds.length : index;
};

/** The title of a rating with a capital: `Exceptional`. */
export function formatRatingTitle(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

type RatingBreakdownProps = Pick<GameDetails, 'rating' | 'ratings' | 'ratingsCount'>;

/** The average rating and a bar of the four ratings, with their names, counts and percentages below. */
export function RatingBreakdown({ rating, ratings, ratingsCount }: RatingBreakdownProps) {
  const { formatInteger } = useNumbers();
  const shares = ratings
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => rankOf(a.title) - rankOf(b.title));
  return (
    <div className="panel grid items-center gap-x-10 gap-y-5 p-6 sm:grid-cols-[auto_1fr]">
      {rating > 0 && (
        <p className="flex items-baseline gap-3 sm:grid sm:gap-1">
          <span className="font-display text-hero leading-none font-bold tabular-nums">
            {rating.toFixed(1)}
          </span>
          <span className="text-sm text-muted">
            of 5{ratingsCount ? `, by ${formatInteger(ratingsCount)} reviews` : ''}
          </span>
        </p>
      )}
      {shares.length === 0 ? (
        <p className="text-muted">Not enough ratings for a breakdown</p>
      ) : (
        <div className="grid gap-4">
          <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full">
            {shares.map(({ title, count }) => (
              <span
                key={title}
                className={`min-w-1 ${fillOf(title)}`}
                style={{ flexGrow: count }}
              />
            ))}
          </div>
          <ul className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
            {shares.map(({ title, count, percent }) => (
              <li key={title} className="grid gap-0.5">
                <span className="inline-flex items-center gap-2 text-sm font-medium">
                  <span aria-hidden className={`size-2.5 rounded-full ${fillOf(title)}`} />
                  {formatRatingTitle(title)}
                </span>
                <span className="text-sm text-muted tabular-nums">
                  {formatInteger(count)} · {percent.toFixed(1)}%
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
