import { createHash } from 'node:crypto';

/** The idempotency key of one part of a form that is carried out part by part. The same form has the same keys. */
export function deriveKey(key: string, part: string): string {
  const hash = createHash('sha256').update(`${key} ${part}`).digest('hex');
  const groups = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20)];
  return [...groups, hash.slice(20, 32)].join('-');
}
