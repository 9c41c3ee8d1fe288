import type { Queryable } from './client.ts';

interface SelectQuery<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> };
}

/**
 * Creates a query of the query builder that is built once for a database, and that each connection parses and
 * plans once. For frequent queries. Values are passed by the names of `sql.placeholder`.
 */
export function prepareSelect<Values extends Record<string, unknown>, Rows>(
  name: string,
  build: (db: Queryable) => SelectQuery<Rows>,
): (db: Queryable, values: Values) => Promise<Rows> {
  const prepared = new WeakMap<Queryable, ReturnType<SelectQuery<Rows>['prepare']>>();
  return (db, values) => {
    const query = prepared.get(db) ?? build(db).prepare(name);
    prepared.set(db, query);
    return query.execute(values);
  };
}
