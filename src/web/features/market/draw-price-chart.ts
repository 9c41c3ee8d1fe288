import { scaleLinear, scaleSqrt } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { PriceStep } from '#domain/market/history/get-price-history.ts';
import { roundToTenth, spreadPlaces } from '#web/lib/chart-steps.ts';

/** A chart in units of a thousandth of its width and height; the page stretches it to its place. */
export interface PriceChart {
  /** The paths of the medians, and of the range from the lowest to the highest price. */
  line: string;
  area: string;
  /** The path of the volume bars. */
  bars: string;
  columns: {
    step: PriceStep;
    /** Left edge and width of the step. */
    x: number;
    width: number;
    /** The height of the median from the top; null without a median. */
    y: number | null;
  }[];
  /** Prices in cents beside the chart, and years and days below it. */
  priceTicks: { price: number; y: number }[];
  yearMarks: { year: string; x: number }[];
  dayMarks: { day: string; x: number }[];
}

const size = 1000;
/** The lower part belongs to the volume. */
const priceBottom = 740;
const barMax = 220;

/** Draws the chart of a card's prices; null when no sale of the period counts. */
export function drawPriceChart(steps: readonly PriceStep[]): PriceChart | null {
  const priced = steps.flatMap((step, index) =>
    step.median === null
      ? []
      : [
          {
            index,
            median: step.median,
            low: step.low ?? step.median,
            high: step.high ?? step.median,
          },
        ],
  );
  if (priced.length === 0) return null;
  const low = Math.min(...priced.map((step) => step.low));
  const high = Math.max(...priced.map((step) => step.high));
  const x = scaleLinear([0, steps.length], [0, size]);
  const y = scaleLinear(
    [Math.max(0, low - (high - low || low) * 0.1), high],
    [priceBottom, 30],
  ).nice(4);
  const volume = scaleSqrt([0, Math.max(1, ...steps.map(({ sales }) => sales))], [0, barMax]);
  const middle = ({ index }: { index: number }) => x(index + 0.5);
  const width = size / steps.length;
  // A line needs two different points. One step is a line of its width.
  const points =
    priced.length > 1
      ? priced
      : priced.flatMap((step) => [-0.5, 0.5].map((by) => ({ ...step, index: step.index + by })));
  return {
    line:
      line<(typeof priced)[number]>()
        .x(middle)
        .y(({ median }) => y(median))
        .digits(1)
        .curve(curveMonotoneX)(points) ?? '',
    area:
      area<(typeof priced)[number]>()
        .x(middle)
        .y0((step) => y(step.low))
        .y1((step) => y(step.high))
        .digits(1)
        .curve(curveMonotoneX)(points) ?? '',
    bars: steps
      .map(({ sales }, index) => {
        if (sales === 0) return '';
        const top = roundToTenth(size - volume(sales));
        return `M${roundToTenth(x(index + 0.15))},${size}V${top}h${roundToTenth(width * 0.7)}V${size}z`;
      })
      .join(''),
    columns: steps.map((step, index) => ({
      step,
      x: roundToTenth(x(index)),
      width: roundToTenth(width),
      y: step.median === null ? null : roundToTenth(y(step.median)),
    })),
    // For the cheapest cards there would be ticks between two cents.
    priceTicks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((price) => ({ price, y: roundToTenth(y(price)) })),
    yearMarks: steps.flatMap(({ from }, index) => {
      const year = from.slice(0, 4);
      const isNew = index > 0 && steps[index - 1]?.from.slice(0, 4) !== year;
      return isNew ? [{ year, x: roundToTenth(x(index)) }] : [];
    }),
    dayMarks: spreadPlaces(steps.length, 4).flatMap((index) => {
      const step = steps[index];
      return step ? [{ day: step.from, x: roundToTenth(x(index + 0.5)) }] : [];
    }),
  };
}
