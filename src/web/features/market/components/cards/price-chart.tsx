import type { PriceStep } from '#domain/market/history/get-price-history.ts';
import { type PriceRange, priceRanges } from '#shared/constants/market/market.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';
import type { PriceChart as Chart } from '../../draw-price-chart.ts';

const rangeNames: Record<PriceRange, string> = {
  week: '7 days',
  month: 'Month',
  year: 'Year',
  all: 'All',
};
/** The shortest period first. */
const shownRanges = [...priceRanges].sort(
  (a, b) => Object.keys(rangeNames).indexOf(a) - Object.keys(rangeNames).indexOf(b),
);

interface PriceChartProps {
  chart: Chart | null;
  range: PriceRange;
  /** The path of the page with another period. */
  pathOf: (range: PriceRange) => string;
}

/** Median and volume of a card by day, with a table of the same numbers for screen readers. */
export function PriceChart({ chart, range, pathOf }: PriceChartProps) {
  return (
    <figure className="grid gap-4 rounded-lg bg-surface p-4 shadow-lift sm:p-6">
      <nav aria-label="Period of the chart">
        <ul className="flex flex-wrap gap-2">
          {shownRanges.map((choice) => (
            <li key={choice}>
              <ChipLink to={pathOf(choice)} current={choice === range} preventScrollReset>
                {rangeNames[choice]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      {chart ? (
        <>
          <Drawing chart={chart} />
          <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
            <Legend className="bg-accent" text="Median price" />
            <Legend className="bg-accent/25" text="Lowest to highest" />
            <Legend className="bg-alive/40" text="Cards sold" />
          </figcaption>
          <StepTable chart={chart} />
        </>
      ) : (
        <p className="grid min-h-56 place-items-center text-muted">No sales in this period.</p>
      )}
    </figure>
  );
}

const percent = (thousandths: number) => `${thousandths / 10}%`;

function Drawing({ chart }: { chart: Chart }) {
  const numbers = useNumbers();
  const { formatMoney } = useNumbers();
  return (
    <div aria-hidden className="relative mr-14 mb-6 h-64 text-xs text-muted tabular-nums">
      <svg
        aria-hidden
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        <g className="stroke-line" vectorEffect="non-scaling-stroke">
          {chart.priceTicks.map(({ price, y }) => (
            <line key={price} x1="0" x2="1000" y1={y} y2={y} vectorEffect="non-scaling-stroke" />
          ))}
          {chart.yearMarks.map(({ year, x }) => (
            <line
              key={year}
              x1={x}
              x2={x}
              y1="0"
              y2="1000"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </g>
        <path d={chart.bars} className="fill-alive/40" />
        <path d={chart.area} className="fill-accent/15" />
        <path
          d={chart.line}
          className="fill-none stroke-accent"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {chart.priceTicks.map(({ price, y }) => (
        <span
          key={price}
          className="absolute left-full -translate-y-1/2 pl-2"
          style={{ top: percent(y) }}
        >
          {formatMoney(price)}
        </span>
      ))}
      {chart.yearMarks.map(({ year, x }) => (
        <span key={year} className="absolute top-0 pl-1 font-semibold" style={{ left: percent(x) }}>
          {year}
        </span>
      ))}
      {chart.dayMarks.map(({ day, x }, index) => {
        const isLast = index > 0 && index === chart.dayMarks.length - 1;
        return (
          <span
            key={day}
            className={`absolute top-full pt-1 whitespace-nowrap ${index === 0 ? '' : isLast ? '-translate-x-full' : '-translate-x-1/2'}`}
            style={{ left: percent(index === 0 ? 0 : isLast ? 1000 : x) }}
          >
            {formatDay(day)}
          </span>
        );
      })}
      {/* One element for each step: the chart of a year would otherwise be most of the page. */}
      {chart.columns.map(({ step, x, width, y }) => (
        <div
          key={step.from}
          className="price-step"
          data-text={describeStep(step, numbers)}
          data-side={x > 500 ? 'left' : 'right'}
          style={{
            left: percent(x),
            width: percent(width),
            ...(y !== null && { '--median': percent(y) }),
          }}
        />
      ))}
    </div>
  );
}

function Legend({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={`size-3 rounded-sm ${className}`} />
      {text}
    </span>
  );
}

function StepTable({ chart }: { chart: Chart }) {
  const { formatMoney } = useNumbers();
  return (
    <table className="sr-only">
      <caption>Median price and cards sold</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Median</th>
          <th scope="col">Sold</th>
        </tr>
      </thead>
      <tbody>
        {chart.columns
          .filter(({ step }) => step.sales > 0)
          .map(({ step }) => (
            <tr key={step.from}>
              <th scope="row">{describeDays(step)}</th>
              <td>{step.median === null ? 'none' : formatMoney(step.median)}</td>
              <td>{step.sales}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

function formatDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** The days, the median price if there is one, and the number of sold cards, in a line each. */
function describeStep(step: PriceStep, { formatMoney }: Numbers): string {
  const median = step.median === null ? [] : [formatMoney(step.median)];
  return [describeDays(step), ...median, `${step.sales} sold`].join('\n');
}

/** `Mar 13, 2026`, or `Mar 7 – Mar 13, 2026`. */
function describeDays({ from, to }: PriceStep): string {
  const year = to.slice(0, 4);
  return from === to
    ? `${formatDay(from)}, ${year}`
    : `${formatDay(from)} – ${formatDay(to)}, ${year}`;
}
