import { Link } from 'react-router';
import type { Overview } from '#domain/administration/get-overview.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** Counts stop at this number. */
const countMax = 10_000;

/** What happens on the site and what waits for admins, each with its page. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { formatInteger, formatMoney } = useNumbers();
  const count = (value: number) =>
    value > countMax ? `More than ${formatInteger(countMax)}` : formatInteger(value);
  const { people, newPeople, games, gameSales, marketSales, marketAmount } = overview;
  const { reports, appeals, waiting } = overview;
  const figures = [
    {
      name: 'People',
      to: '/admin/people',
      value: count(people),
      detail: `${count(newPeople)} new in 7 days`,
    },
    {
      name: 'Games in the shop',
      to: '/admin/games/all',
      value: count(games),
      detail: 'Shown to players',
    },
    {
      name: 'Games sold',
      to: '/admin/economy',
      value: formatInteger(gameSales),
      detail: 'In the last 7 days',
    },
    {
      name: 'Cards sold',
      to: '/admin/economy',
      value: formatInteger(marketSales),
      detail: `For ${formatMoney(marketAmount)} in 7 days`,
    },
    {
      name: 'Open reports',
      to: '/moderation/reports',
      value: count(reports),
      isWaiting: reports > 0,
    },
    {
      name: 'Open appeals',
      to: '/moderation/appeals',
      value: count(appeals),
      isWaiting: appeals > 0,
    },
    {
      name: 'Wait for approval',
      to: '/moderation/waiting',
      value: count(waiting),
      isWaiting: waiting > 0,
    },
  ];
  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line shadow-lift sm:grid-cols-12">
      {figures.map(({ name, to, value, detail, isWaiting }, index) => (
        <li
          key={name}
          className={`relative min-w-0 bg-surface px-4 py-4 transition-colors hover:bg-raised sm:px-6 ${
            index < 4 ? 'sm:col-span-6 xl:col-span-3' : 'max-sm:col-span-2 sm:col-span-4'
          }`}
        >
          <p className="text-sm text-muted">{name}</p>
          <p className="text-xl font-semibold tabular-nums wrap-anywhere">
            {/* The whole tile leads to the page. */}
            <Link
              to={to}
              prefetch="intent"
              className="after:absolute after:inset-0 hover:text-link"
            >
              <span className="sr-only">{name}: </span>
              {value}
            </Link>
          </p>
          <p
            className={`text-sm tabular-nums ${isWaiting ? 'font-semibold text-accent-ink' : 'text-muted'}`}
          >
            {detail ?? (isWaiting ? 'Decide now' : 'Nothing waits')}
          </p>
        </li>
      ))}
    </ul>
  );
}
