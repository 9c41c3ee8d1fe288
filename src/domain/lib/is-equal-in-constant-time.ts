import { timingSafeEqual } from 'node:crypto';

/**
 * Compares secrets in constant time, so that the duration does not show how many characters match.
 */
export function isEqualInConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
