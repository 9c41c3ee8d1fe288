import { z } from 'zod';

/** The type of a column of a raw statement. Production uses nothing of it; tests and checks do. */
export interface ColumnType<Value> {
  /** Its Postgres types as `pg_type.oid`. Built-in types have the same one in every database. */
  readonly oids: readonly number[];
  /** What the driver makes of a value. */
  readonly value: z.ZodType<Value>;
  /** All columns of the left join of this column, with their types when it found a row. */
  readonly leftJoin?: Readonly<Record<string, ColumnType<unknown>>>;
}

/** The columns of a raw statement's rows. A column that is missing here, or not there, is an error. */
export type ColumnTypes<Row, Column extends keyof Row = keyof Row> = {
  readonly [Name in Column]-?: ColumnType<Row[Name]>;
};

/** Columns of a left join: all are null if it found no row. */
export type LeftJoined<Row> = Row | { [Column in keyof Row]: null };

export const boolean: ColumnType<boolean> = { oids: [16], value: z.boolean() };
export const integer: ColumnType<number> = { oids: [23], value: z.int() };
export const integerArray: ColumnType<number[]> = { oids: [1007], value: z.array(z.int()) };
/** The driver returns `bigint` as text, because not every one is a safe integer. */
export const bigintText: ColumnType<string> = { oids: [20], value: z.string().regex(/^-?\d+$/) };
/** `real` and `double precision`. */
export const float: ColumnType<number> = { oids: [700, 701], value: z.number() };
/** `text` and `varchar`. */
export const text: ColumnType<string> = { oids: [25, 1043], value: z.string() };
export const textArray: ColumnType<string[]> = { oids: [1009], value: z.array(z.string()) };
export const uuid: ColumnType<string> = { oids: [2950], value: z.guid() };
export const timestamptz: ColumnType<Date> = { oids: [1184], value: z.date() };

export function nullable<Value>({ oids, value }: ColumnType<Value>): ColumnType<Value | null> {
  return { oids, value: value.nullable() };
}

/** A text that is one of `values`. */
export function oneOf<const Value extends string>(values: readonly Value[]): ColumnType<Value> {
  return { oids: text.oids, value: z.enum(values) };
}

/** `json` and `jsonb`. */
export function json<Value>(value: z.ZodType<Value>): ColumnType<Value> {
  return { oids: [114, 3802], value };
}

/** An array of `json` or `jsonb` values, as `array(select jsonb_build_object(…))` makes it. */
export function jsonArray<Value>(value: z.ZodType<Value>): ColumnType<Value[]> {
  return { oids: [199, 3807], value: z.array(value) };
}

/** A list of rows as `jsonb_agg(to_jsonb(row))` makes it. */
export function jsonRows<Row>(columns: ColumnTypes<Row>): ColumnType<Row[]> {
  const types: Readonly<Record<string, ColumnType<unknown>>> = { ...columns };
  const values = Object.entries(types).map(([name, { value }]) => [name, value] as const);
  const row = z.strictObject(Object.fromEntries(values));
  return json(z.array(row)) as unknown as ColumnType<Row[]>;
}

/** The columns of a left join, see `LeftJoined`. */
export function leftJoined<Row>(columns: ColumnTypes<Row>): ColumnTypes<LeftJoined<Row>> {
  const leftJoin: Readonly<Record<string, ColumnType<unknown>>> = { ...columns };
  return Object.fromEntries(
    Object.entries(leftJoin).map(([name, type]) => [name, { ...nullable(type), leftJoin }]),
  ) as unknown as ColumnTypes<LeftJoined<Row>>;
}
