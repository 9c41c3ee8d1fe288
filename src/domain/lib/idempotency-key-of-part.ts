import { createHash } from 'node:crypto';

/**
 * The idempotency key of one part of a form that is carried out part by part: a UUID (version 8) derived from
 * the form's key and the name of the part.
 */
export function deriveKeyOfPart(key: string, part: string): string {
  const hash = createHash('sha256').update(`${key.toLowerCase()}/${part}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
