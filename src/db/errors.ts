/**
 * The name of the constraint that refused a write, or null when the error is something else. The
 * driver's error comes bare from the pool and as `cause` from the query builder.
 */
export function brokenConstraint(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('constraint' in current && typeof current.constraint === 'string')
      return current.constraint;
  }
  return null;
}
