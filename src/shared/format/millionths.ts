const percentFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Formats odds in millionths as percent: `2.00%`, `3.63%`. */
export function formatMillionths(millionths: number): string {
  return percentFormat.format(millionths / 1_000_000);
}
