export { isDatabaseUnavailable } from '#database/postgres-errors.ts';

/** What a client is told while the database cannot be reached. A new primary is usually there by then. */
export const databaseUnavailable = {
  status: 503,
  retryAfterMs: 5_000,
  text: 'The server cannot reach its database at the moment. Please try again in a few seconds.',
} as const;
