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

/**
 * Whether Postgres refused a statement for what was in it, or for whom it met: broken off as a whole,
 * parts of it may succeed. What fails otherwise would fail for each part.
 */
export function isOfContent(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    // Classes: data exception, constraint violation, transaction rollback.
    if ('code' in current && /^(22|23|40)\w{3}$/.test(String(current.code))) return true;
  }
  return false;
}

/**
 * Whether Postgres broke a transaction off to let others go on: a serialization failure or a deadlock.
 * The same transaction, run again, can succeed.
 */
export function isConflict(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && (current.code === '40001' || current.code === '40P01')) return true;
  }
  return false;
}
