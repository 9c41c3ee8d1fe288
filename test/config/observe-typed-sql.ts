import type { NodePgSession } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { ColumnType } from '#database/column-types.ts';
import { rowObservation } from '#database/row-observer.ts';
import { TypedSqlDecoder } from '#database/typed-sql.ts';

type Session = NodePgSession<Record<string, never>, Record<string, never>>;
/** A column of a query; a named expression (`as`) has its expression in `sql`. */
type SelectedField = { decoder?: unknown; sql?: { decoder?: unknown } };
/** A result as the query builder reads it: each row is an array. */
type ArrayResult = pg.QueryArrayResult<unknown[]>;
interface PreparedQuery {
  client: { query(config: { text: string }, params: unknown[]): Promise<ArrayResult> };
}

/** Test files share the library. */
const observed = new WeakSet<Session>();

/**
 * Makes the sessions of drizzle-orm report the columns of `typedSql` to the observer of this process.
 * Decoders are not enough: drizzle-orm passes no nulls to them.
 */
export function observeTypedSql({ prototype }: { prototype: Session }): void {
  if (observed.has(prototype)) return;
  observed.add(prototype);
  const { prepareQuery } = prototype;
  prototype.prepareQuery = function (this: Session, query, fields, ...options) {
    const prepared = prepareQuery.call(this, query, fields, ...options);
    const types = (fields ?? []).flatMap(({ path, field }, index) => {
      const { sql, decoder } = field as unknown as SelectedField;
      const found = sql ? sql.decoder : decoder;
      return found instanceof TypedSqlDecoder
        ? [{ name: path.join('.'), type: found.type as ColumnType<unknown>, index }]
        : [];
    });
    if (types.length === 0) return prepared;
    const columns = Object.fromEntries(types.map(({ name, type }) => [name, type]));
    const watched = prepared as unknown as PreparedQuery;
    const { client } = watched;
    watched.client = {
      async query(config, params) {
        const result = await client.query(config, params);
        rowObservation.observer?.onResult?.(
          { text: config.text, columns },
          {
            fields: types.flatMap(({ name, index }) => {
              const described = result.fields[index];
              return described ? [{ ...described, name }] : [];
            }),
            rows: result.rows.map((row) =>
              Object.fromEntries(types.map(({ name, index }) => [name, row[index]])),
            ),
          },
        );
        return result;
      },
    };
    return prepared;
  } as Session['prepareQuery'];
}
