import type { MarketStatistics } from '#domain/market/history/get-market-statistics.ts';
import { useNumbers } from '#web/ui/texts/numbers.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** The cards sold on each day as bars, with a table of the same numbers for screen readers. */
export function VolumeChart({ days }: Pick<MarketStatistics, 'days'>) {
  const { formatMoney, formatInteger } = useNumbers();
  const most = Math.max(1, ...days.map(({ sales }) => sales));
  return (
    <figure className="rounded-lg bg-surface p-4 shadow-lift sm:p-6">
      <p aria-hidden className="mb-2 text-xs text-muted tabular-nums">
        At most {formatInteger(most)} a day
      </p>
      <div aria-hidden className="flex h-56 items-end gap-px sm:gap-1">
        {days.map(({ day, sales, amount }, index) => (
          <div key={day} className="group relative flex h-full flex-1 items-end hover:bg-ink/5">
            <div
              className="w-full rounded-t-sm bg-alive/60 group-hover:bg-alive"
              style={{ height: `${Math.round((sales / most) * 1000) / 10}%` }}
            />
            <p
              className={`pointer-events-none absolute top-0 z-10 hidden rounded-md bg-raised px-3 py-2 text-sm whitespace-nowrap text-ink tabular-nums shadow-lift group-hover:block ${index > days.length / 2 ? 'right-full' : 'left-full'}`}
            >
              <span className="block text-muted">{formatDay(day)}</span>
              <span className="block font-semibold">{sales} sold</span>
              <span className="block">{formatMoney(amount)}</span>
            </p>
          </div>
        ))}
      </div>
      <p aria-hidden className="mt-2 flex justify-between text-xs text-muted">
        <span>{formatDay(days[0]?.day ?? '')}</span>
        <span>{formatDay(days.at(-1)?.day ?? '')}</span>
      </p>
      <table className="sr-only">
        <caption>Cards sold by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Sold</th>
            <th scope="col">For</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, sales, amount }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{sales}</td>
              <td>{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
