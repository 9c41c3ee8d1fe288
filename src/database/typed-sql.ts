import type { SQL } from 'drizzle-orm';
import type { ColumnType } from './column-types.ts';

/** Passes values on unchanged. Tests read the declared type of an expression from it. */
export class TypedSqlDecoder<Value> {
  readonly type: ColumnType<Value>;

  constructor(type: ColumnType<Value>) {
    this.type = type;
  }

  mapFromDriverValue(value: Value): Value {
    return value;
  }
}

/**
 * An SQL expression as a column of a query of the query builder. Tests compare the type that Postgres
 * reports and the values with `type`. Declare an expression that can be null as `nullable`.
 */
export function typedSql<Value>(type: ColumnType<Value>, expression: SQL): SQL<Value> {
  return expression.mapWith(new TypedSqlDecoder(type));
}
