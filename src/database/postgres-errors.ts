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

/** The messages of errors that the driver throws without a code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The socket file of a Postgres that does not run.
  'ENOENT',
]);

/**
 * Whether a statement failed because the database could not be reached, did not answer in time or
 * could not work. Then the statement may have been executed or not. Any other failure is a bug.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (driverMessages.test(current.message)) return true;
    const code = 'code' in current ? String(current.code) : '';
    // Classes: connection exception, insufficient resources, operator intervention (such as a
    // shutdown or a timeout), system error.
    if (networkCodes.has(code) || /^(08|53|57|58)\w{3}$/.test(code)) return true;
  }
  return false;
}
