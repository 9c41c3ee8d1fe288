import type { SQL } from 'drizzle-orm';
import type { ColumnType } from './column-types.ts';
import { rowObservation } from './row-observer.ts';

/**
 * An SQL expression as a column of a query of the query builder. Tests compare its values with `type`, but
 * not null, which drizzle does not pass on: declare an expression that can be null as `nullable`.
 */
export function typedSql<Value>(type: ColumnType<Value>, expression: SQL): SQL<Value> {
  return expression.mapWith({
    mapFromDriverValue(value: Value): Value {
      rowObservation.observer?.onValue?.(type, value);
      return value;
    },
  });
}
