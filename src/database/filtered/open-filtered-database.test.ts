import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { text } from '../column-types.ts';
import { declareStatement, prepareStatement } from '../prepared-query.ts';
import { prepareSelect } from '../prepared-select.ts';
import { gameGroups, games, groups } from '../schema.ts';
import { filteredTables } from './filtered-tables.ts';
import { createFilteredViews, dropFilteredViews } from './filtered-views.ts';
import { openFilteredDatabase } from './open-filtered-database.ts';

const database = useDatabase({ max: 2 });

/** Tables with a game that readers of pages never read, and why. */
const unfiltered = {
  code_batches: 'read by admins',
  game_key_periods: 'read by editors and with a purchase, which finds no game',
  game_keys: 'read with a purchase, which finds no game',
  game_overrides: 'read by editors',
  pending_price_checks: 'read by jobs',
  pending_set_checks: 'read by jobs',
};

const readName = prepareStatement<{ name: string }, { id: number }>(
  'filtered-test-name',
  { name: text },
  sql`select name from ${games} where id = ${sql.placeholder('id')}::integer`,
);
const selectName = prepareSelect('filtered-test-select', (db) =>
  db
    .select({ name: games.name })
    .from(games)
    .where(eq(games.id, sql.placeholder('id'))),
);

let forAll: number;
let forTeenagers: number;
let forAdults: number;

beforeAll(async () => {
  const create = async (minimumAge: number) => (await createGame(database.db, { minimumAge })).id;
  [forAll, forTeenagers, forAdults] = [await create(0), await create(12), await create(18)];
});

const limited = (ageLimit: number) => openFilteredDatabase(database.db, { ageLimit });

async function seenBy(db: typeof database.db) {
  const rows = await db.select({ id: games.id }).from(games).orderBy(games.id);
  return rows.map(({ id }) => id);
}

describe('a database with an age limit', () => {
  it('shows the games up to this age', async () => {
    expect(await seenBy(limited(0))).toEqual([forAll]);
    expect(await seenBy(limited(12))).toEqual([forAll, forTeenagers]);
    expect(await seenBy(limited(18))).toEqual([forAll, forTeenagers, forAdults]);
  });

  it('shows games for groups to their members only', async () => {
    const { db } = database;
    const [group] = await db
      .insert(groups)
      .values({ name: 'Class', joining: 'self', membersShownTo: 'everyone', createdAt: new Date() })
      .returning({ id: groups.id });
    const groupIds = [group?.id ?? ''];
    await db.update(games).set({ isForGroups: true }).where(eq(games.id, forAdults));
    // Without a group it is for nobody.
    expect(await seenBy(openFilteredDatabase(db, { ageLimit: null, groupIds }))).toHaveLength(2);
    await db.insert(gameGroups).values({ gameId: forAdults, groupId: group?.id ?? '' });
    expect(await seenBy(openFilteredDatabase(db, { ageLimit: null, groupIds }))).toHaveLength(3);
    expect(await seenBy(openFilteredDatabase(db, { ageLimit: null }))).toHaveLength(2);
    expect(await seenBy(openFilteredDatabase(db, { ageLimit: 12, groupIds }))).toHaveLength(2);
    await db.update(games).set({ isForGroups: false }).where(eq(games.id, forAdults));
  });

  it('filters prepared statements, and leaves those of others alone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const db = limited(12);
      expect(await readName(db, { id: forAdults })).toEqual([]);
      expect(await readName(database.db, { id: forAdults })).toHaveLength(1);
      expect(await selectName(db, { id: forAdults })).toEqual([]);
      expect(await selectName(database.db, { id: forAdults })).toHaveLength(1);
      expect(await readName(db, { id: forTeenagers })).toHaveLength(1);
    }
  });

  it('filters what runs in a transaction, for one reader beside others', async () => {
    const read = (db: typeof database.db) =>
      db.transaction((tx) => readName(tx, { id: forAdults }));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => read(index % 2 ? database.db : limited(12))),
    );
    expect(results.map((rows) => rows.length)).toEqual(
      Array.from({ length: 20 }, (_, index) => index % 2),
    );
  });

  it('changes no row that it does not show', async () => {
    await limited(12).update(games).set({ description: 'changed' }).where(eq(games.id, forAdults));
    const [game] = await database.db.select().from(games).where(eq(games.id, forAdults));
    expect(game?.description).not.toBe('changed');
  });

  it('leaves nothing set on its connection after an error', async () => {
    await expect(limited(12).execute(sql`select 1 / 0`)).rejects.toThrow();
    expect(await seenBy(database.db)).toHaveLength(3);
  });

  it('fails without the views, and shows nothing then', async () => {
    await dropFilteredViews(database.db.$client);
    await expect(seenBy(limited(12))).rejects.toThrow();
    await createFilteredViews(database.db.$client);
    expect(await seenBy(limited(12))).toEqual([forAll, forTeenagers]);
  });
});

it('filters every table with a game, or names why not', async () => {
  const listTables = declareStatement<{ name: string }, Record<string, never>>(
    { name: text },
    sql`select table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name = 'game_id' order by table_name`,
  );
  const tables = (await listTables(database.db, {})).map(({ name }) => name);
  expect(tables.filter((name) => !filteredTables.has(name))).toEqual(Object.keys(unfiltered));
});
