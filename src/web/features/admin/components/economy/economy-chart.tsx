import type { EconomyChart as Chart } from '../../draw-economy-chart.ts';
import { formatStep } from './format-step.ts';

interface EconomyChartProps {
  /** Null: nothing to draw. */
  chart: Chart | null;
  steps: readonly string[];
  /** What the chart shows, for its table. */
  caption: string;
  /** The names of the columns after the day or month. */
  headings: readonly string[];
  /** The texts of the columns, for each step. */
  cellsOf: (index: number) => readonly string[];
  formatTick: (value: number) => string;
  /** Shown instead of a chart without values. */
  empty: string;
}

/** The fill or line of each series, in their order. */
const barClasses = ['fill-alive', 'fill-accent', 'fill-rare'];
const legendClasses = ['bg-alive', 'bg-accent', 'bg-rare'];

/** Values by day or month as bars and lines, with a table of the same numbers. */
export function EconomyChart(props: EconomyChartProps) {
  const { chart, steps, caption, headings, cellsOf, empty } = props;
  if (!chart) {
    return (
      <p className="grid min-h-40 place-items-center rounded-lg bg-surface p-6 text-center text-muted shadow-lift">
        {empty}
      </p>
    );
  }
  return (
    <figure className="grid min-w-0 gap-4 rounded-lg bg-surface p-4 shadow-lift sm:p-6">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {chart.series.map(({ name }, index) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span aria-hidden className={`size-3 rounded-sm ${legendClasses[index]}`} />
            {name}
          </span>
        ))}
      </figcaption>
      <Drawing {...props} chart={chart} />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-link">
          Show as a table
        </summary>
        <div className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums">
            <caption className="sr-only">{caption}</caption>
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-1.5 pr-3 text-left font-medium">
                  {steps[0]?.length === 7 ? 'Month' : 'Day'}
                </th>
                {headings.map((heading) => (
                  <th key={heading} scope="col" className="py-1.5 pl-3 text-right font-medium">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {steps.map((step, index) => (
                <tr key={step}>
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
                    {formatStep(step)}
                  </th>
                  {cellsOf(index).map((cell, column) => (
                    <td key={headings[column]} className="py-1.5 pl-3 text-right">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const percent = (thousandths: number) => `${thousandths / 10}%`;

function Drawing({
  chart,
  steps,
  headings,
  cellsOf,
  formatTick,
}: EconomyChartProps & { chart: Chart }) {
  return (
    <div aria-hidden className="relative mr-20 mb-6 h-56 text-xs text-muted tabular-nums">
      <svg
        aria-hidden
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        <g className="stroke-line">
          {chart.ticks.map(({ value, y }) => (
            <line key={value} x1="0" x2="1000" y1={y} y2={y} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
        {chart.series.map(({ name, path, shape }, index) =>
          shape === 'bars' ? (
            <path key={name} d={path} className={barClasses[index]} />
          ) : (
            <path
              key={name}
              d={path}
              className="fill-none stroke-alive"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ),
        )}
      </svg>
      {chart.ticks.map(({ value, y }) => (
        <span
          key={value}
          className="absolute left-full -translate-y-1/2 pl-2"
          style={{ top: percent(y) }}
        >
          {formatTick(value)}
        </span>
      ))}
      {chart.marks.map(({ index, x }, place) => {
        const isLast = place > 0 && place === chart.marks.length - 1;
        return (
          <span
            key={index}
            className={`absolute top-full pt-1 whitespace-nowrap ${place === 0 ? '' : isLast ? '-translate-x-full' : '-translate-x-1/2'}`}
            style={{ left: percent(place === 0 ? 0 : isLast ? 1000 : x) }}
          >
            {formatStep(steps[index] ?? '')}
          </span>
        );
      })}
      {steps.map((step, index) => (
        <div
          key={step}
          className="price-step"
          data-text={[
            formatStep(step),
            ...cellsOf(index).map((cell, column) => `${headings[column]}: ${cell}`),
          ].join('\n')}
          data-side={index > steps.length / 2 ? 'left' : 'right'}
          style={{
            left: percent((index * 1000) / steps.length),
            width: percent(1000 / steps.length),
          }}
        />
      ))}
    </div>
  );
}
