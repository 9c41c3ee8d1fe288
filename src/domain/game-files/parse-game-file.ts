import { z } from 'zod';
import {
  type GameFileColumn,
  type GameFileFormat,
  gameFileColumns,
  gameFileConstants,
} from '#shared/constants/catalog/game-files.ts';
import type { DateForm } from '#shared/constants/csv.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { removeFormulaGuard } from '#shared/format/csv.ts';
import { decodeText } from '../lib/csv/decode-text.ts';
import { findDecimalSeparator, readDay, toPlainAmount } from '../lib/csv/local-formats.ts';
import { matchColumns } from '../lib/csv/match-columns.ts';
import { readCsv } from '../lib/csv/read-csv.ts';
import type { RowProblem } from './row-problem.ts';

/** A game of a file: the fields of the form of a game, not checked yet. */
export interface GameFileRow {
  /** Its position in the file, from 1; in CSV as a spreadsheet numbers its rows. */
  row: number;
  fields: Partial<Record<GameFileColumn, string>>;
  /** What only JSON files have. Null leaves that of the game as it is. */
  more: z.output<typeof jsonMore>;
  /** What is wrong with its cells in CSV. */
  problems: RowProblem[];
}

const { bytesMax, rowsMax, valuesMax, depthMax, pathMax } = gameFileConstants;

const tooManyText = 'The file has more than 1,000 games.';

/** What is wrong with a day, by the form that was chosen. */
const dateTexts: Record<DateForm, string> = {
  'year-first': 'Enter a day such as 2026-11-24, or choose the form of the dates in this file.',
  'day-first': 'Enter a day such as 24.11.2026, as you chose.',
  'month-first': 'Enter a day such as 11/24/2026, as you chose.',
};

/**
 * Reads a file with games: JSON as `exportOwnGames` writes it, or CSV with a row of column names, in which `dates`
 * says how days are written. Missing columns are empty.
 * @throws AppError `bad-game-file` with what is wrong: too large, another encoding, not the format, an unknown
 * column, or too many games
 */
export function parseGameFile(
  bytes: Uint8Array,
  { format, dates }: { format: GameFileFormat; dates: DateForm },
): GameFileRow[] {
  if (bytes.byteLength > bytesMax) throw wrong('The file is larger than 5 MB.');
  const text = decodeText(bytes);
  if (text === null)
    throw wrong('The file is not in UTF-8. In Excel, save it as “CSV UTF-8” or “Unicode Text”.');
  const rows = format === 'json' ? parseJson(text) : parseCsv(text, dates);
  if (rows.length === 0) throw wrong('There is no game in the file.');
  if (rows.length > rowsMax) throw wrong(tooManyText);
  return rows;
}

const wrong = (text: string) => new AppError('bad-game-file', { text });

const listed = z.union([z.string(), z.array(z.string()).transform((names) => names.join(','))]);
const lines = z.union([z.string(), z.array(z.string()).transform((all) => all.join('\n'))]);
const text = z.string().nullish();
const price = z.union([z.string(), z.number().transform(String)]);
const filePath = z.string().max(pathMax);
const picture = z.strictObject({ file: filePath, text });

/** Sales, cards, and what is in files beside the JSON file. */
const jsonMore = z.object({
  sales: z
    .array(z.strictObject({ startsAt: z.string(), endsAt: z.string(), price }))
    .nullable()
    .default(null),
  cards: z
    .array(
      z.strictObject({
        name: z.string(),
        description: text,
        rarity: z.string(),
        glyph: text,
        picture: filePath.nullish(),
        // Written for readers. The rarities decide.
        odds: text,
      }),
    )
    .nullable()
    .default(null),
  cover: picture.nullable().default(null),
  pictures: z.array(picture).nullable().default(null),
  keys: filePath.nullable().default(null),
});
const jsonFile = z.object({
  games: z.array(
    z.strictObject({
      ...jsonMore.shape,
      name: z.string(),
      description: text,
      released: text,
      website: text,
      links: lines.nullish(),
      ageRating: text,
      platforms: listed.nullish(),
      minimum: text,
      recommended: text,
      developers: listed.nullish(),
      publishers: listed.nullish(),
      genres: listed.nullish(),
      price: price.nullish(),
      roleNeeded: text,
    }),
  ),
});

function parseJson(content: string): GameFileRow[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw wrong('The file is not JSON.');
  }
  requireBounded(value);
  const parsed = jsonFile.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(`The file is not a list of games: ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  return parsed.data.games.map((game, index) => ({
    row: index + 1,
    fields: Object.fromEntries(gameFileColumns.map((column) => [column, game[column] ?? ''])),
    more: jsonMore.parse(game),
    problems: [],
  }));
}

/** A small file can have millions of empty values, each of which costs memory when it is checked. */
function requireBounded(file: unknown): void {
  let level: object[] = isObject(file) ? [file] : [];
  let left = valuesMax;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= depthMax) throw wrong('The file is not a list of games: it is nested too deeply.');
    const next: object[] = [];
    for (const parent of level) {
      const values: unknown[] = Array.isArray(parent) ? parent : Object.values(parent);
      left -= values.length;
      if (left < 0) throw wrong('The file has too many values.');
      for (const value of values) if (isObject(value)) next.push(value);
    }
    level = next;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const nothingMore = jsonMore.parse({});

function parseCsv(content: string, dates: DateForm): GameFileRow[] {
  const table = readCsv(content, {
    // With the row of column names.
    rowsMax: rowsMax + 1,
    rowsText: tooManyText,
    createError: wrong,
  });
  const rows = matchColumns(table.rows, {
    names: gameFileColumns,
    required: 'name',
    createError: wrong,
  });
  const prices = rows.flatMap(({ cells }) => cells.price ?? []);
  const decimalSeparator = findDecimalSeparator(prices, table.delimiter);
  return rows.map(({ row, cells, problems }) => {
    const fields = Object.fromEntries(
      Object.entries(cells).map(([column, cell]) => [column, removeFormulaGuard(cell)]),
    );
    if (fields.price) fields.price = toPlainAmount(fields.price, decimalSeparator);
    const released = fields.released?.trim() ?? '';
    const day = readDay(released, dates);
    fields.released = day ?? '';
    const dateProblems =
      day === null && released !== '' ? [{ column: 'released', text: dateTexts[dates] }] : [];
    return { row, fields, more: nothingMore, problems: [...problems, ...dateProblems] };
  });
}
