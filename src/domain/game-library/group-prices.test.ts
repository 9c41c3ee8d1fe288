import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminLog, gameGroupPrices, games, ownedGames } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import type { Actor } from '../actor.ts';
import { addSale } from '../catalog/prices/change-sales.ts';
import { readPrice, readPrices } from '../catalog/prices/read-prices.ts';
import { setGamePrice } from '../catalog/prices/set-game-price.ts';
import { setGroupPrice } from '../catalog/prices/set-group-price.ts';
import { addMember, removeMember } from '../groups/change-members.ts';
import { joinGroup } from '../groups/join-group.ts';
import { createGroup, deleteGroup } from '../groups/save-group.ts';
import { buyGame } from './buy-game.ts';
import { buyGameByName } from './buy-game-by-name.ts';

// Each test ends with an audit of the economy.
const database = useDatabase({ max: 40 });
useRaceChecks(database);

const key = () => randomUUID();
const minuteMs = 60_000;

let base: ReturnType<typeof createTestCtx>;
let game: { id: number; name: string };
let gameId: number;
let editor: ReturnType<typeof as>;
let admin: ReturnType<typeof as>;
let groupId: string;
let name: string;

const as = (actor: Actor) => ({ ...base, actor });
const inMs = (ms: number) => new Date(base.testClock.now().getTime() + ms);
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => (code === 'price-changed' ? message : code) as string,
  );
const buy = (buyer: ReturnType<typeof as>, price: number) =>
  outcomeOf(buyGame(buyer, { gameId, key: key(), price }));

beforeEach(async () => {
  const { db } = database;
  base = createTestCtx(db);
  game = await createGame(db);
  gameId = game.id;
  editor = as(await createPlayer(db, { furtherRoles: [catalogEditor] }));
  admin = as(await withFreshProof(base, await createPlayer(db, { role: 'admin' })));
  ({ id: groupId, name } = await createClass());
});

async function createClass() {
  const facts = { description: '', joining: 'self', membersShownTo: 'members' } as const;
  const input = { name: `Class ${randomUUID().slice(0, 8)}`, ...facts };
  const { id } = await createGroup(admin, input);
  return { id, name: input.name };
}

async function createMember(of = groupId) {
  const actor = await createPlayer(database.db, { balance: 100_00 });
  await addMember(admin, { groupId: of, username: actor.username });
  return as({ ...actor, groupIds: [of] });
}

describe('the price of a game for members', () => {
  it('is theirs on pages and in purchases, while it is the lowest', async () => {
    const { db } = database;
    const [member, second, third] = [
      await createMember(),
      await createMember(),
      await createMember(),
    ];
    const other = as(await createPlayer(db, { balance: 100_00 }));
    await setGroupPrice(editor, { gameId, groupId, price: 4_00 });
    expect((await readPrices(member, [gameId])).byGame[gameId]).toEqual({
      cents: 4_00,
      regularCents: 9_99,
      saleEndsAt: null,
      memberOf: name,
    });
    expect((await readPrices(other, [gameId])).byGame).toEqual({});
    expect(await readPrice(other, gameId)).toBe(9_99);
    expect(await buy(other, 4_00)).toBe('The price has changed to $9.99.');
    expect(await buy(member, 9_99)).toBe('The price has changed to $4.00.');
    expect(await buy(member, 4_00)).toBe('done');
    expect(await readBalance(db, member.actor)).toBe(96_00);
    const startsAt = inMs(0);
    await addSale(editor, { gameId, price: 3_00, startsAt, endsAt: inMs(minuteMs) });
    expect((await readPrices(second, [gameId])).byGame[gameId]).toMatchObject({
      cents: 3_00,
      saleEndsAt: inMs(minuteMs),
    });
    expect(await buy(second, 3_00)).toBe('done');
    await setGroupPrice(editor, { gameId, groupId, price: 0 });
    expect(await buyGameByName(third, { game: game.name, amount: 0, key: key() })).toEqual({
      gameId,
    });
    expect(await buy(other, 3_00)).toBe('done');
    const rows = await db
      .select({ price: ownedGames.price, of: ownedGames.groupPriceId, sale: ownedGames.saleId })
      .from(ownedGames)
      .where(eq(ownedGames.gameId, gameId));
    expect(rows.map((row) => [row.price, row.of !== null, row.sale !== null])).toEqual(
      expect.arrayContaining([
        [4_00, true, false],
        [3_00, false, true],
        [0, true, false],
        [3_00, false, true],
      ]),
    );
  });

  it('is the lowest of several groups, and above the usual price it is no price', async () => {
    const { id: second } = await createClass();
    const member = await createMember();
    await addMember(admin, { groupId: second, username: member.actor.username });
    await setGroupPrice(editor, { gameId, groupId, price: 5_00 });
    await setGroupPrice(editor, { gameId, groupId: second, price: 6_00 });
    expect(await readPrice(member, gameId)).toBe(5_00);
    await setGamePrice(editor, { gameId, price: 5_00 });
    expect((await readPrices(member, [gameId])).byGame[gameId]).not.toHaveProperty('memberOf');
    await setGamePrice(editor, { gameId, price: 2_00 });
    expect(await buy(member, 5_00)).toBe('The price has changed to $2.00.');
    expect(await buy(member, 2_00)).toBe('done');
  });

  it('is set by editors and logged, and the group is not entered by oneself then', async () => {
    const { db } = database;
    const player = as(await createPlayer(db));
    const set = { gameId, groupId, price: 1_00 };
    expect(await outcomeOf(setGroupPrice(player, set))).toBe('catalog-editors-only');
    expect(await outcomeOf(setGroupPrice(editor, { ...set, groupId: key() }))).toBe('group-gone');
    expect(await outcomeOf(setGroupPrice(editor, { ...set, gameId: 1 }))).toBe('game-not-found');
    await setGroupPrice(editor, set);
    expect(await outcomeOf(joinGroup(player, { groupId }))).toBe('group-closed');
    await setGroupPrice(editor, { ...set, price: null });
    await joinGroup(player, { groupId });
    const logged = await db
      .select({ details: adminLog.details })
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)))
      .orderBy(adminLog.id);
    expect(logged.map(({ details }) => [details.group, details.from, details.to])).toEqual([
      [name, null, 1_00],
      [name, 1_00, null],
    ]);
  });

  it('ends with the group, and purchases keep the row of what they paid', async () => {
    const { db } = database;
    const [member, late] = [await createMember(), await createMember()];
    await setGroupPrice(editor, { gameId, groupId, price: 4_00 });
    expect(await buy(member, 4_00)).toBe('done');
    await deleteGroup(admin, { id: groupId });
    expect(await buy(late, 4_00)).toBe('The price has changed to $9.99.');
    const [row] = await db.select().from(games).where(eq(games.id, gameId));
    expect(row?.hasGroupPrices).toBe(false);
    const [kept] = await db
      .select()
      .from(gameGroupPrices)
      .where(eq(gameGroupPrices.gameId, gameId));
    expect(kept).toMatchObject({ groupId: null, price: 4_00, replacedAt: expect.any(Date) });
  });

  it('while it ends and members leave costs what the buyer saw, or nothing', async () => {
    const { db } = database;
    await setGroupPrice(editor, { gameId, groupId, price: 4_00 });
    const members = await Promise.all(Array.from({ length: 24 }, () => createMember()));
    const changes = [
      ...members
        .filter((_, index) => index % 3 === 0)
        .map(({ actor }) => removeMember(admin, { groupId, username: actor.username })),
      setGroupPrice(editor, { gameId, groupId, price: 2_00 }),
      setGroupPrice(editor, { gameId, groupId, price: null }),
    ];
    const results = await Promise.all(
      members.map(async (member, index) => {
        const price = [4_00, 2_00, 9_99][index % 3 === 0 ? 0 : index % 2] ?? 0;
        return { member, price, outcome: await buy(member, price) };
      }),
    );
    await Promise.all(changes);
    for (const { member, price, outcome } of results) {
      expect(outcome).toMatch(/^(done|The price has changed to .*)$/);
      const paid = outcome === 'done' ? price : 0;
      expect(await readBalance(db, member.actor)).toBe(100_00 - paid);
    }
    await setGroupPrice(editor, { gameId, groupId, price: null });
    const late = await createMember();
    expect(await buy(late, 4_00)).toBe('The price has changed to $9.99.');
    expect(await buy(members[0] ?? late, 9_99)).toMatch(/done|already-owned/);
  });
});
