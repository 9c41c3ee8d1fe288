import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import {
  type GameFileColumn,
  type GameFileFormat,
  gameFileColumns,
  gameFileConstants,
} from '#shared/constants/game-files.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** A game of a file: the fields of the form of a game, not checked yet. */
export interface GameFileRow {
  /** Its position in the file, from 1, without the line of column names. */
  row: number;
  fields: Partial<Record<GameFileColumn, string>>;
  /** What only JSON files have. Null leaves that of the game as it is. */
  more: z.output<typeof jsonMore>;
}

const { bytesMax, rowsMax, valuesMax, depthMax, pathMax } = gameFileConstants;

/**
 * Reads a file with games: JSON as `exportOwnGames` writes it, or CSV with a line of column names. Missing columns
 * are empty.
 * @throws AppError `bad-game-file` with what is wrong: too large, no UTF-8, not the format, an unknown column, or
 * too many games
 */
export function parseGameFile(bytes: Uint8Array, format: GameFileFormat): GameFileRow[] {
  if (bytes.byteLength > bytesMax) throw wrong('The file is larger than 5 MB.');
  const text = decode(bytes);
  const rows = format === 'json' ? parseJson(text) : parseCsv(text);
  if (rows.length === 0) throw wrong('There is no game in the file.');
  if (rows.length > rowsMax) throw wrong('The file has more than 1,000 games.');
  return rows;
}

const wrong = (text: string) => new AppError('bad-game-file', { text });

function decode(bytes: Uint8Array): string {
  try {
    // It removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong('The file is not in UTF-8.');
  }
}

const listed = z.union([z.string(), z.array(z.string()).transform((names) => names.join(','))]);
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
      platforms: listed.nullish(),
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

function parseCsv(content: string): GameFileRow[] {
  const [firstLine = ''] = content.split('\n', 1);
  try {
    const records = parse(content, {
      columns: requireColumns,
      // Spreadsheets of some countries write semicolons.
      delimiter: firstLine.includes(';') ? ';' : ',',
      skip_empty_lines: true,
      to: rowsMax + 1,
      max_record_size: 100_000,
    }) as unknown as Record<string, string>[];
    return records.map((record, index) => ({
      row: index + 1,
      fields: Object.fromEntries(
        Object.entries(record).map(([column, cell]) => [column, removePrefix(cell)]),
      ),
      more: nothingMore,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error ? ` in line ${String(error.lines)}` : '';
    throw wrong(`The file is not CSV: there is an error${line}.`);
  }
}

/** @throws AppError `bad-game-file` for a name that is no column, or is there twice */
function requireColumns(header: string[]): string[] {
  const names = header.map((name) => name.trim());
  const known: readonly string[] = gameFileColumns;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw wrong(`There is no column “${unknown.slice(0, 40)}”. Columns: ${known.join(', ')}.`);
  if (new Set(names).size < names.length) throw wrong('A column is there twice.');
  if (!names.includes('name')) throw wrong('The column “name” is missing.');
  return names;
}

/** Removes what the export puts before a text that a spreadsheet would run as a formula. */
function removePrefix(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
