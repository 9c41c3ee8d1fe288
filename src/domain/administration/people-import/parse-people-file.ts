import {
  type PeopleFileColumn,
  peopleFileColumns,
  peopleFileConstants,
} from '#shared/constants/site/people-files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { removeFormulaGuard } from '#shared/format/csv.ts';
import { decodeText } from '../../lib/csv/decode-text.ts';
import { matchColumns } from '../../lib/csv/match-columns.ts';
import { readCsv } from '../../lib/csv/read-csv.ts';

export interface PersonProblem {
  column: string;
  text: string;
}

/** A person of a file, not checked yet. */
export interface PersonRow {
  /** As a spreadsheet numbers it, from 1. */
  row: number;
  fields: Record<PeopleFileColumn, string>;
  problems: PersonProblem[];
}

const wrong = (text: string) => new AppError('bad-people-file', { text });

/**
 * Reads a CSV file with people, with the names of the columns in its first row. Missing columns are empty.
 * @throws AppError `bad-people-file` with what is wrong: too large, another encoding, an unknown column, too many.
 */
export function parsePeopleFile(bytes: Uint8Array): PersonRow[] {
  const { bytesMax, rowsMax } = peopleFileConstants;
  if (bytes.byteLength > bytesMax) throw wrong('The file is larger than 2 MB.');
  const text = decodeText(bytes);
  if (text === null)
    throw wrong('The file is not in UTF-8. In Excel, save it as “CSV UTF-8” or “Unicode Text”.');
  const table = readCsv(text, {
    // With the row of column names.
    rowsMax: rowsMax + 1,
    rowsText: `The file has more than ${rowsMax} people. Split it into several files.`,
    createError: wrong,
  });
  const rows = matchColumns(table.rows, {
    names: peopleFileColumns,
    required: 'username',
    createError: wrong,
  });
  if (rows.length === 0) throw wrong('There is nobody in the file.');
  return rows.map(({ row, cells, problems }) => ({
    row,
    problems,
    fields: {
      username: removeFormulaGuard(cells.username ?? ''),
      name: removeFormulaGuard(cells.name ?? ''),
      email: removeFormulaGuard(cells.email ?? ''),
      group: removeFormulaGuard(cells.group ?? ''),
      // A password can begin with any sign.
      password: cells.password ?? '',
    },
  }));
}
