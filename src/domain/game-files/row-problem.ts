import type { ZodError } from 'zod';

/** What is wrong with a row, and in which column. */
export interface RowProblem {
  column: string;
  text: string;
}

/** The problems of a failed parse. `column` is what was parsed, if it is a part of a row. */
export function listProblems(error: ZodError | undefined, column?: string): RowProblem[] {
  return (error?.issues ?? []).map(({ path, message }) => ({
    column: [...(column === undefined ? [] : [column]), ...path].join('.'),
    text: message,
  }));
}
