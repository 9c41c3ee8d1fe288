import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { roundToTenth, spreadPlaces } from '#web/lib/chart-steps.ts';

/** A line or bars of a chart: a value for each step, null where it is not known. */
interface ChartSeries {
  name: string;
  shape: 'bars' | 'line';
  values: readonly (number | null)[];
}

/** A chart in units of a thousandth of its width and height; the page stretches it to its place. */
export interface EconomyChart {
  series: { name: string; path: string; shape: ChartSeries['shape'] }[];
  ticks: { value: number; y: number }[];
  /** The first, the last and some steps between them, by index. */
  marks: { index: number; x: number }[];
}

const size = 1000;
const top = 30;

/** Draws bars side by side and lines over them, all with the same scale; null when every value is 0 or unknown. */
export function drawEconomyChart(
  series: readonly ChartSeries[],
  { isFromZero = true }: { isFromZero?: boolean } = {},
): EconomyChart | null {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  if (!known.some((value) => value > 0)) return null;
  const steps = Math.max(...series.map(({ values }) => values.length));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const bottom = isFromZero ? 0 : Math.max(0, low - (high - low || low) * 0.2);
  const x = scaleLinear([0, steps], [0, size]);
  const y = scaleLinear([bottom, high], [size, top]).nice(4);
  const bars = series.filter(({ shape }) => shape === 'bars');
  return {
    series: series.map((one) => ({
      name: one.name,
      shape: one.shape,
      path:
        one.shape === 'line'
          ? drawLine(one.values, x, y)
          : drawBars(one.values, { x, y, place: bars.indexOf(one), places: bars.length }),
    })),
    // A count or an amount in cents is an integer.
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: roundToTenth(y(value)) })),
    marks: spreadPlaces(steps, 4).map((index) => ({ index, x: roundToTenth(x(index + 0.5)) })),
  };
}

type Scale = (value: number) => number;

function drawLine(values: readonly (number | null)[], x: Scale, y: Scale): string {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
  // A line needs two different points. One step is a line of its width.
  const drawn =
    points.length > 1
      ? points
      : points.flatMap((point) => [-0.5, 0.5].map((by) => ({ ...point, index: point.index + by })));
  return (
    line<(typeof points)[number]>()
      .x(({ index }) => x(index + 0.5))
      .y(({ value }) => y(value))
      .digits(1)
      .curve(curveMonotoneX)(drawn) ?? ''
  );
}

function drawBars(
  values: readonly (number | null)[],
  { x, y, place, places }: { x: Scale; y: Scale; place: number; places: number },
): string {
  const width = 0.7 / places;
  return values
    .map((value, index) => {
      if (!value) return '';
      const left = roundToTenth(x(index + 0.15 + place * width));
      const right = roundToTenth(x(index + 0.15 + (place + 0.9) * width));
      return `M${left},${size}V${roundToTenth(y(value))}H${right}V${size}z`;
    })
    .join('');
}
