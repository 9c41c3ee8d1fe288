/** The embedded Postgres cannot serve; the message is the one clear line for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
