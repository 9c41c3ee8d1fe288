/** Money as the wire has it: a number of dollars with two decimals. */
export function dollars(cents: number): number {
  return cents / 100;
}
