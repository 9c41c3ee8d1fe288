import type pg from 'pg';
import { ageConstants } from '#shared/constants/catalog/ages.ts';
import { createDatabase, type Database } from '../client.ts';
import { ageLimitSetting, groupsSetting } from './filtered-tables.ts';
import { filteredSchema } from './filtered-views.ts';

/** What a reader may see. */
export interface RowFilter {
  /** Games for older players are left out, in years; null without a limit. */
  ageLimit: number | null;
  /** The ids of groups of the reader. Games for members of other groups are left out. */
  groupIds?: readonly string[];
}

const uuidPattern = /^[0-9a-f-]{36}$/;

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * The same database for readers who may see only some rows: in its transactions the views of `filteredSchema` stand
 * before the tables of the same names, so that reads and writes find no other rows. A statement outside a transaction
 * gets one, which costs two round trips more. Everything is set for the transaction only, because connections are
 * shared, also by pools outside this process.
 */
export function openFilteredDatabase(
  database: Database,
  { ageLimit, groupIds = [] }: RowFilter,
): Database {
  const highestAge = ageLimit ?? ageConstants.ageMax;
  if (!Number.isInteger(highestAge)) throw new Error(`${ageLimit} is no age limit.`);
  if (!groupIds.every((id) => uuidPattern.test(id))) throw new Error('The id of a group is wrong.');
  const pool = database.$client;
  const connect = async () => renameStatements(await pool.connect());
  // Runs as one transaction, so the pool needs no other function.
  const query: Query = (...args) =>
    filtered.transaction(
      (tx) => Reflect.apply(tx.$client.query, tx.$client, args) as Promise<unknown>,
    );
  const filtered = createDatabase(
    Object.assign(Object.create(pool) as pg.Pool, { connect, query }),
    // The cast fails if the views are missing: otherwise all rows of the tables would be found.
    `select '${filteredSchema}.games'::regclass; ` +
      `set local search_path = ${filteredSchema}, public; set local ${ageLimitSetting} = '${highestAge}'; ` +
      `set local ${groupsSetting} = '{${groupIds.join()}}'`,
  );
  return filtered;
}

/**
 * Gives prepared statements names of their own. Otherwise a connection would plan them again whenever it changes
 * between the tables and the views.
 */
function renameStatements(client: pg.PoolClient): pg.PoolClient {
  const query: Query = client.query.bind(client);
  return Object.assign(Object.create(client) as pg.PoolClient, {
    release: client.release.bind(client),
    query: (statement: unknown, ...others: unknown[]) => query(rename(statement), ...others),
  });
}

function rename(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null) return statement;
  if (!('name' in statement) || typeof statement.name !== 'string') return statement;
  return { ...statement, name: `filtered-${statement.name}` };
}
