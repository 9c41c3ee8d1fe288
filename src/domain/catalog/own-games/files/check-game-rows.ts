import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { furtherRoles, games } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { shopGenres } from '#shared/constants/genres.ts';
import { ownGameConstants } from '#shared/constants/own-games.ts';
import { type OwnGameInput, ownGameInput } from '#shared/schemas/own-games.ts';
import type { GameFileRow } from './parse-game-file.ts';
import { readOwnGameInputs } from './read-own-games.ts';

/** What an import does with a row: it adds a game, changes the one of this name, or nothing. */
export type GameRowOutcome = 'new' | 'changed' | 'same' | 'wrong';

export interface CheckedGameRow {
  /** The position in the file, from 1. */
  row: number;
  name: string;
  outcome: GameRowOutcome;
  /** What is wrong, with the column. */
  problems: { column: string; text: string }[];
  /** Null for a wrong row. */
  input: OwnGameInput | null;
  /** The game that is changed. */
  game: { id: number; version: number } | null;
}

/** Checks each row of a file against the form of a game, the other rows and the games that there are. */
export async function checkGameRows(
  db: Queryable,
  rows: readonly GameFileRow[],
): Promise<CheckedGameRow[]> {
  const current = new Map(
    (await readOwnGameInputs(db)).map((game) => [game.input.name.toLowerCase(), game]),
  );
  const parsedRows = rows.map(({ row, fields }) => {
    const { data, error } = ownGameInput.safeParse(fields);
    const problems = (error?.issues ?? []).map(({ path, message }) => ({
      column: path.join('.'),
      text: message,
    }));
    return { row, fields, input: data ?? null, problems };
  });
  const taken = await listTakenNames(
    db,
    parsedRows.flatMap(({ input }) => input?.name.toLowerCase() ?? []),
  );
  const roles = new Set(
    (await db.select({ slug: furtherRoles.slug }).from(furtherRoles)).map(({ slug }) => slug),
  );
  const seen = new Set<string>();
  let total = current.size;
  return parsedRows.map(({ row, fields, input, problems }) => {
    const add = (column: string, text: string) => problems.push({ column, text });
    const key = (input?.name ?? fields.name ?? '').toLowerCase();
    const before = current.get(key) ?? null;
    if (key && seen.has(key)) add('name', 'This name is in the file twice.');
    seen.add(key);
    if (taken.has(key)) add('name', 'Another game has this name.');
    const missing = findUnknownGenres(fields.genres ?? '');
    if (missing.length > 0) add('genres', `There is no genre “${missing.join('”, “')}”.`);
    if (input?.roleNeeded && !roles.has(input.roleNeeded))
      add('roleNeeded', 'There is no such role.');
    if (input && !before) total += 1;
    if (total > ownGameConstants.gamesMax) add('name', 'A site can have 1,000 games of its own.');
    const isRight = problems.length === 0;
    const outcome = !isRight
      ? 'wrong'
      : !before
        ? 'new'
        : JSON.stringify(input) === JSON.stringify(before.input)
          ? 'same'
          : 'changed';
    return {
      row,
      name: (fields.name ?? '').slice(0, ownGameConstants.nameMax),
      outcome,
      problems,
      input: isRight ? input : null,
      game: before && { id: before.id, version: before.version },
    };
  });
}

/** The names that games of the catalog have, which are not games of the site. In lower case. */
async function listTakenNames(db: Queryable, names: readonly string[]): Promise<Set<string>> {
  const name = sql`lower(${games.name})`;
  const rows = await db
    .select({ name: typedSql(text, name) })
    .from(games)
    .where(and(inArray(name, [...new Set(names)]), ne(games.source, 'own')));
  return new Set(rows.map((row) => row.name));
}

/** The form leaves out unknown genres; in a file they are a mistake. Returns the first three. */
function findUnknownGenres(text: string): string[] {
  const known: readonly string[] = shopGenres.map(({ slug }) => slug);
  const typed = text.split(',').map((slug) => slug.trim());
  return typed.filter((slug) => slug !== '' && !known.includes(slug)).slice(0, 3);
}
