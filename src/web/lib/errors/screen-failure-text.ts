/**
 * Returns the text for a screen that could not be loaded: the `failure` in the `handle` of its module. Null
 * when it has no such text.
 */
export function failureTextOf(handle: unknown): string | null {
  if (typeof handle !== 'object' || handle === null || !('failure' in handle)) return null;
  return typeof handle.failure === 'string' ? handle.failure : null;
}
