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
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout expired)/;
const noConnectionMessage = 'timeout exceeded when trying to connect';
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

/** Postgres' code for 'no connection could be established'. */
const connectingCode = '08001';

/** No connection could be opened, although it was tried several times. Nothing was sent. */
export class ConnectingError extends Error {
  readonly code = connectingCode;
}

/**
 * Whether a statement failed because its connection broke or could not be opened. Then the statement may have
 * been executed or not, and another attempt can succeed.
 */
export function isConnectionLost(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? String(current.code) : '';
    if (code === connectingCode) return false;
    if (lostMessages.test(current.message)) return true;
    // The classes: connection exception, and a server that stops or starts.
    if (networkCodes.has(code) || /^(08\w|57P)\w{2}$/.test(code)) return true;
  }
  return false;
}

/**
 * Whether Postgres refused a write because the server is a standby or was made read-only. Then nothing was
 * written.
 */
export function isRefusedByStandby(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === '25006') return true;
  }
  return false;
}

/**
 * Whether a statement failed because the database could not be reached, did not answer in time or
 * could not work. Then the statement may have been executed or not. Any other failure is a bug.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionLost(error) || isRefusedByStandby(error)) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message === noConnectionMessage) return true;
    const code = 'code' in current ? String(current.code) : '';
    // Classes: connection exception, insufficient resources, operator intervention (such as a timeout), system error.
    if (/^(08|53|57|58)\w{3}$/.test(code)) return true;
  }
  return false;
}
