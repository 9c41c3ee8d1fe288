/**
 * What a reader is told when a screen could not be loaded: the `failure` of its module's `handle`; null
 * where it has none.
 */
export function failureTextOf(handle: unknown): string | null {
  if (typeof handle !== 'object' || handle === null || !('failure' in handle)) return null;
  return typeof handle.failure === 'string' ? handle.failure : null;
}
