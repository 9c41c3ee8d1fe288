/** At most `most` places of a list, from the first to the last, each once. */
export function spreadPlaces(length: number, most: number): number[] {
  const places = Array.from({ length: most }, (_, part) =>
    Math.round((part * (length - 1)) / (most - 1)),
  );
  return [...new Set(places)];
}

/** Rounds to a tenth: charts are drawn in thousandths of their size. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
