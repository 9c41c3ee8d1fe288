import type pg from 'pg';
import { measure, type Operation } from '#shared/lib/telemetry.ts';

/** How many texts of statements have their description kept. */
const descriptionsMax = 1_000;
const namesOfTables =
  /\b(?:from|join|into|(?<!for )update|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)"?/g;
/** Words that follow `from`, `into` or `update` without being a table. */
const noTables = new Set([
  'select',
  'set',
  'lateral',
  'unnest',
  'generate_series',
  'json_to_recordset',
]);
const tablesMax = 5;

type Query = (...args: unknown[]) => unknown;

/**
 * Measures each statement of a pool. Only for pools that are opened while OpenTelemetry is on. The text of a
 * statement is not sent, because it may contain values: only its command and its tables.
 */
export function measureQueries(pool: pg.Pool): void {
  const descriptions = new Map<string, Operation>();

  function describe(statement: unknown): Operation | null {
    const { text, name } = (
      typeof statement === 'string' ? { text: statement } : (statement ?? {})
    ) as { text?: unknown; name?: unknown };
    if (typeof text !== 'string') return null;
    const known = descriptions.get(text);
    if (known) return known;
    const description = describeStatement(text, typeof name === 'string' ? name : undefined);
    if (descriptions.size >= descriptionsMax) descriptions.clear();
    descriptions.set(text, description);
    return description;
  }

  const measured =
    (query: Query): Query =>
    (...args) => {
      // With a callback it is the pool that sends a statement that is measured already.
      const operation = typeof args.at(-1) === 'function' ? null : describe(args[0]);
      return operation ? measure(operation, () => query(...args)) : query(...args);
    };

  // The statements of a transaction go to its connection.
  pool.on('connect', (client) => {
    client.query = measured(client.query.bind(client) as Query) as typeof client.query;
  });
  pool.query = measured(pool.query.bind(pool) as Query) as typeof pool.query;
}

/** The command and the tables of a statement: they are few, and contain no values. */
export function describeStatement(text: string, name?: string): Operation {
  const lower = text.toLowerCase();
  const [command = ''] = /[a-z]+/.exec(lower) ?? [];
  const commonTables = new Set(
    [
      ...lower.matchAll(
        /\b([a-z_][a-z0-9_]*)\s+as\s+(?:materialized\s+|not\s+materialized\s+)?\(/g,
      ),
    ].map(([, table]) => table),
  );
  const found = [...lower.matchAll(namesOfTables)].flatMap(([, table = '']) =>
    noTables.has(table) || commonTables.has(table) ? [] : [table],
  );
  const tables = [...new Set(found)].slice(0, tablesMax);
  const summary = [command.toUpperCase(), ...tables].join(' ');
  return {
    kind: 'query',
    name: summary,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': command.toUpperCase(),
      'db.query.summary': summary,
      ...(name !== undefined && { 'guildhall.statement': name }),
    },
  };
}
