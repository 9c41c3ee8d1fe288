import type { QueryResult } from 'pg';
import type { ColumnType } from './column-types.ts';

/** A raw statement and its declared columns. */
export interface DeclaredStatement {
  text: string;
  columns: Readonly<Record<string, ColumnType<unknown>>>;
}

/** Compares declared columns with what Postgres returns. Only tests and checks set one. */
export interface RowObserver {
  /** Called when a statement's text is built: when it is declared, or for each call of `queryRows`. */
  onDeclare?(statement: DeclaredStatement): void;
  onResult?(statement: DeclaredStatement, result: Pick<QueryResult, 'fields' | 'rows'>): void;
}

/** The observer of this process; null in production. */
export const rowObservation: { observer: RowObserver | null } = { observer: null };
