import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { furtherRoles, games } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import type { CardSetInput } from '#shared/schemas/card-sets.ts';
import { type OwnGameInput, ownGameInput } from '#shared/schemas/own-games.ts';
import { readKnownGenres } from '../catalog/games/known-genres.ts';
import type { PictureList } from '../catalog/own-games/game-pictures.ts';
import type { Ctx } from '../context.ts';
import { listNewKeys } from '../game-library/keys/change-game-keys.ts';
import type { ListedKey } from '../game-library/keys/parse-key-list.ts';
import { resolveRarityWeights } from '../site/current-rules.ts';
import { readSiteSetting } from '../site/read-site-settings.ts';
import type { BundleFiles } from './bundle-files.ts';
import { checkCards } from './check-cards.ts';
import { checkPictures } from './check-pictures.ts';
import { checkSales, type Sale } from './check-sales.ts';
import type { GameFileRow } from './parse-game-file.ts';
import { readOwnGameInputs } from './read-own-games.ts';
import { readStoredParts, type StoredParts } from './read-stored-games.ts';
import { listProblems, type RowProblem } from './row-problem.ts';

/** What an import does with a row: it adds a game, changes the one of this name, or nothing. */
export type GameRowOutcome = 'new' | 'changed' | 'same' | 'wrong';

/** What an import writes for a row. Null or empty is left as it is. */
interface RowChanges {
  fields: OwnGameInput | null;
  sales: Sale[];
  set: CardSetInput | null;
  pictures: PictureList | null;
  keys: ListedKey[];
}

export interface CheckedGameRow {
  /** See `GameFileRow`. */
  row: number;
  name: string;
  outcome: GameRowOutcome;
  /** What is wrong, with the column. */
  problems: RowProblem[];
  changes: RowChanges;
  /** The game that is changed. */
  game: { id: number; version: number } | null;
}

export interface CheckCtx extends Pick<Ctx, 'clock' | 'encryption'> {
  catalog: Pick<Ctx['catalog'], 'cardGlyphs'>;
}

/** Checks each row of a file against the form of a game, the other rows and the games that there are. */
export async function checkGameRows(
  db: Queryable,
  ctx: CheckCtx,
  { rows, files }: { rows: readonly GameFileRow[]; files: BundleFiles | null },
): Promise<CheckedGameRow[]> {
  const current = new Map(
    (await readOwnGameInputs(db)).map((game) => [game.input.name.toLowerCase(), game]),
  );
  const parsedRows = rows.map(({ row, fields, more, problems: ofCells }) => {
    const { data, error } = ownGameInput.safeParse(fields);
    const key = (data?.name ?? fields.name ?? '').toLowerCase();
    const before = current.get(key) ?? null;
    const problems = [...ofCells, ...listProblems(error)];
    return { row, fields, more, input: data ?? null, problems, key, before };
  });
  const taken = await listTakenNames(
    db,
    parsedRows.flatMap(({ input, key }) => (input ? key : [])),
  );
  const roles = new Set(
    (await db.select({ slug: furtherRoles.slug }).from(furtherRoles)).map(({ slug }) => slug),
  );
  const genres = await readKnownGenres(db);
  const now = ctx.clock.now();
  const named = parsedRows.flatMap(({ before, more }) => (before ? { id: before.id, more } : []));
  const stored = await readStoredParts(db, named, now);
  const weights = resolveRarityWeights(await readSiteSetting(db, 'rarityWeights'));
  const seen = new Set<string>();
  let total = current.size;
  const checked: CheckedGameRow[] = [];
  for (const { row, fields, more, input, problems, key, before } of parsedRows) {
    const add = (column: string, text: string) => problems.push({ column, text });
    if (key && seen.has(key)) add('name', 'This name is in the file twice.');
    seen.add(key);
    if (taken.has(key)) add('name', 'Another game has this name.');
    const missing = findUnknownGenres(fields.genres ?? '', genres);
    if (missing.length > 0) add('genres', `There is no genre “${missing.join('”, “')}”.`);
    if (input?.roleNeeded && !roles.has(input.roleNeeded))
      add('roleNeeded', 'There is no such role.');
    if (input && !before) total += 1;
    if (total > ownGameConstants.gamesMax) add('name', 'A site can have 1,000 games of its own.');
    const parts = await checkParts(db, {
      ctx,
      weights,
      now,
      more,
      files,
      stored,
      gameId: before?.id,
    });
    problems.push(...parts.problems);
    const isSame = before !== null && JSON.stringify(input) === JSON.stringify(before.input);
    const changes = { ...parts.changes, fields: isSame ? null : input };
    checked.push({
      row,
      name: cutCharacters(fields.name ?? '', ownGameConstants.nameMax),
      outcome:
        problems.length > 0 ? 'wrong' : !before ? 'new' : hasChange(changes) ? 'changed' : 'same',
      problems,
      changes,
      game: before && { id: before.id, version: before.version },
    });
  }
  return checked;
}

interface Parts {
  ctx: CheckCtx;
  weights: Record<Rarity, number>;
  now: Date;
  more: GameFileRow['more'];
  files: BundleFiles | null;
  stored: StoredParts;
  /** Undefined for a new game. */
  gameId: number | undefined;
}

/** Checks what a row has besides the fields of the form. */
async function checkParts(
  db: Queryable,
  { ctx, now, more, files, stored, weights, gameId = 0 }: Parts,
): Promise<{ changes: Omit<RowChanges, 'fields'>; problems: RowProblem[] }> {
  const sales = checkSales(more.sales, stored.sales.get(gameId) ?? [], now);
  const before = stored.sets.get(gameId) ?? null;
  const glyphs = ctx.catalog.cardGlyphs.names;
  const cards = checkCards(more.cards, { stored: before, glyphs, weights, files });
  const pictures = checkPictures(more, stored.pictures.get(gameId) ?? null, files);
  const keys = findKeys(more.keys, files);
  const newKeys =
    gameId === 0 ? keys.keys : await listNewKeys(db, ctx.encryption, { gameId, keys: keys.keys });
  return {
    changes: {
      sales: sales.added,
      set: cards.set && { version: before?.version ?? 0, cards: cards.set },
      pictures: pictures.list,
      keys: newKeys,
    },
    problems: [...sales.problems, ...cards.problems, ...pictures.problems, ...keys.problems],
  };
}

function findKeys(
  path: string | null,
  files: BundleFiles | null,
): { keys: ListedKey[]; problems: RowProblem[] } {
  const found = path === null ? [] : files?.keys.get(path);
  if (found === undefined) {
    const text = 'Lists of keys are read from a zip: put this file and its lists into one.';
    return { keys: [], problems: [{ column: 'keys', text }] };
  }
  if ('problem' in found) return { keys: [], problems: [{ column: 'keys', text: found.problem }] };
  return { keys: found, problems: [] };
}

function hasChange({ fields, sales, set, pictures, keys }: RowChanges): boolean {
  return (
    fields !== null || sales.length > 0 || set !== null || pictures !== null || keys.length > 0
  );
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
function findUnknownGenres(text: string, known: ReadonlySet<string>): string[] {
  const typed = text.split(',').map((slug) => slug.trim());
  return typed.filter((slug) => slug !== '' && !known.has(slug)).slice(0, 3);
}
