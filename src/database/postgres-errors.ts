/**
 * The name of the violated constraint, or null for another error. The driver's error is the error
 * itself (from the pool) or its `cause` (from the query builder).
 */
export function getViolatedConstraint(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('constraint' in current && typeof current.constraint === 'string')
      return current.constraint;
  }
  return null;
}

/**
 * Whether a statement failed because of its data or a conflict with other transactions. Then parts
 * of it may succeed alone. Any other failure would fail for each part too.
 */
export function isCausedByContent(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    // Classes: data exception, constraint violation, transaction rollback.
    if ('code' in current && /^(22|23|40)\w{3}$/.test(String(current.code))) return true;
  }
  return false;
}

/**
 * Whether Postgres aborted a transaction so that others can continue: a serialization failure or a
 * deadlock. The same transaction can succeed when it runs again.
 */
export function isConflict(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && (current.code === '40001' || current.code === '40P01')) return true;
  }
  return false;
}
