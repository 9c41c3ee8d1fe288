import { sql } from 'drizzle-orm';
import pg from 'pg';
import { nullable, text } from '../column-types.ts';
import { declareStatement } from '../prepared-query.ts';
import type { DatabaseHost } from './database-url.ts';

/** What a server answered when it was asked whether it accepts writes. */
export type HostState =
  /** `timeline` increases with each promotion of a standby. */
  | { kind: 'writable'; timeline: number }
  | { kind: 'read-only' }
  /** It did not answer, or is starting or stopping. */
  | { kind: 'unreachable'; error: Error }
  /** It answered with an error of another kind, such as a wrong password or too many connections. */
  | { kind: 'rejected'; error: Error };

/** The parameters that Postgres sends when a connection starts and when one changes. */
const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Whether this message of Postgres says that the server does not accept writes; null if it says nothing. */
export function readAcceptsWrites(message: unknown): boolean | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('parameterName' in message) || !('parameterValue' in message)) return null;
  if (!readOnlyParameters.has(String(message.parameterName))) return null;
  return message.parameterValue !== 'on';
}

/** Asks a server whether it accepts writes. It never throws and answers within twice `timeoutMs`. */
export async function probeHost({ url }: DatabaseHost, timeoutMs: number): Promise<HostState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'guildhall hosts',
  });
  let isReadOnly = false;
  client.on('error', () => undefined);
  client.connection.on('parameterStatus', (message) => {
    if (readAcceptsWrites(message) === false) isReadOnly = true;
  });
  try {
    await client.connect();
    if (isReadOnly) return { kind: 'read-only' };
    return await readTimeline(client);
  } catch (caught) {
    const error = caught instanceof Error ? caught : new Error(String(caught));
    return { kind: isAlive(error) ? 'rejected' : 'unreachable', error };
  } finally {
    // A server that hangs would not answer to a polite end.
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}

/** The timeline of what the server writes now; that of its last checkpoint can be older. */
const readWalFile = declareStatement<{ file: string | null }, Record<string, never>>(
  { file: nullable(text) },
  sql`select case when not pg_is_in_recovery()
      and not current_setting('transaction_read_only')::boolean
    then pg_walfile_name(pg_current_wal_lsn()) end as file`,
);

async function readTimeline(client: pg.Client): Promise<HostState> {
  const [row] = await readWalFile({ $client: client }, {});
  if (!row?.file) return { kind: 'read-only' };
  return { kind: 'writable', timeline: Number.parseInt(row.file.slice(0, 8), 16) };
}

/** Whether a server that sent this error works: 57P03 means that it is starting or stopping. */
function isAlive(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  // Without a digit it is a code of the network, such as EPIPE.
  return /^(?=.*\d)[\dA-Z]{5}$/.test(code) && !/^(08|57P|58|XX)/.test(code);
}
