import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  adminLog,
  cards,
  codes,
  codeUses,
  games,
  groupMembers,
  ledgerEntries,
  ownedGames,
  siteSettings,
  users,
} from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { codeConstants } from '#shared/constants/codes.ts';
import type { CodesInput } from '#shared/schemas/codes.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import {
  countDeadlocks,
  createRandomForRaces,
  createTradedGame,
  errorCodesOf,
  kindId,
  readBalance,
} from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { register } from '../accounts/registration/register.ts';
import { createOwnGame } from '../catalog/own-games/save-own-game.ts';
import type { Ctx } from '../context.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { addGameKeys } from '../game-library/keys/change-game-keys.ts';
import { createGroup, deleteGroup } from '../groups/save-group.ts';
import { setGroupAgeLimit } from '../groups/set-group-age-limit.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { getCodeBatch, listCodeBatches } from './list-codes.ts';
import { makeCodes } from './make-codes.ts';
import { redeemCode } from './redeem-code.ts';
import { withdrawCodes, withdrawCodesOfMaker } from './withdraw-codes.ts';

const database = useDatabase({ max: 60 });
useRaceChecks(database);
const { atOnce } = createRandomForRaces('codes');
const key = () => randomUUID();
const dayMs = 24 * 60 * 60 * 1000;
let sites = 0;

/** An admin with a fresh proof on a day of its own, because the codes of a day are limited together. */
async function createSite() {
  const { db } = database;
  const base = createTestCtx(db);
  sites += 1;
  base.testClock.advance(sites * dayMs);
  const admin = {
    ...base,
    actor: await withFreshProof(base, await createPlayer(db, { role: 'admin' })),
  };
  const join = async (values: Parameters<typeof createPlayer>[1] = {}): Promise<Ctx> => ({
    ...base,
    actor: await createPlayer(db, values),
  });
  const make = async (input: Partial<CodesInput>) => {
    const common = { key: key(), note: '', count: 1, uses: 1, accountMax: 1, days: 7 };
    const made = await makeCodes(admin, { ...common, ...input } as CodesInput);
    return { ...made, code: made.codes[0] ?? '' };
  };
  const redeem = (ctx: Ctx, code: string) => redeemCode(ctx, { code, key: key() });
  return { db, base, clock: base.testClock, admin, join, make, redeem };
}

const money = { kind: 'money', amount: 5_00 } as const;
const refused = { code: 'bad-code' };

describe('making codes', () => {
  it('shows at least 80 random bits once, and stores only a hash and the start', async () => {
    const { admin, make, db } = await createSite();
    const { codes: shown, batchId } = await make({ ...money, count: 3, note: 'First day' });
    expect(new Set(shown).size).toBe(3);
    for (const code of shown)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
    const stored = JSON.stringify(await db.select().from(codes).where(eq(codes.batchId, batchId)));
    for (const code of shown) {
      expect(stored).not.toContain(code.replaceAll('-', '').slice(4));
      expect(stored).not.toContain(code.slice(5));
    }
    const [entry] = await db.select().from(adminLog).where(eq(adminLog.subject, batchId));
    expect(entry).toMatchObject({
      act: 'make-codes',
      accountId: admin.actor.id,
      details: { kind: 'money', codes: 3, uses: 1, amount: 5_00, note: 'First day' },
    });
    const found = await getCodeBatch(admin, { id: batchId, page: 1 });
    expect(found.batch).toMatchObject({ state: 'open', codes: 3, uses: 0, usesMax: 3 });
    expect(found.codes.map(({ start }) => start)).toEqual(shown.map((code) => code.slice(0, 4)));
    expect((await listCodeBatches(admin, { page: 1 })).batches[0]).toMatchObject({ id: batchId });
  });

  it('is for admins with a fresh proof only', async () => {
    const { base, join, clock, admin } = await createSite();
    const input = { ...money, key: key(), note: '', count: 1, uses: 1, accountMax: 1, days: 7 };
    for (const role of ['guest', 'player', 'moderator'] as const) {
      await expect(makeCodes(await join({ role }), input)).rejects.toMatchObject({
        code: 'admins-only',
      });
    }
    await expect(makeCodes({ ...base, actor: null }, input)).rejects.toMatchObject({
      code: 'login-required',
    });
    clock.advance(11 * 60_000);
    await expect(makeCodes(admin, input)).rejects.toMatchObject({ code: 'proof-required' });
  });

  it('makes nothing for a form that was sent before', async () => {
    const { make, db } = await createSite();
    const sent = { ...money, key: key() };
    const { batchId } = await make(sent);
    await expect(make(sent)).rejects.toMatchObject({ code: 'codes-made' });
    expect(await db.$count(codes, eq(codes.batchId, batchId))).toBe(1);
  });

  it('stays within the money and the uses of a day, also at the same time', async () => {
    const { make, clock, db } = await createSite();
    await db.insert(siteSettings).values({ key: 'codesPerDay', value: 100_00 });
    const limit = { code: 'code-day-limit' };
    await expect(make({ ...money, count: 3, uses: 7 })).rejects.toMatchObject(limit);
    const results = await atOnce(
      Array.from({ length: 6 }, () => () => make({ ...money, uses: 5 })),
    );
    expect(errorCodesOf(results)).toEqual(['code-day-limit', 'code-day-limit']);
    await make({ kind: 'invitation' });
    clock.advance(dayMs);
    await expect(make(money)).rejects.toMatchObject({ code: 'proof-required' });
    await db.delete(siteSettings);
  });

  it('stays within the uses of a day', async () => {
    const { make } = await createSite();
    for (let round = 0; round < 10; round += 1) await make({ kind: 'invitation', uses: 500 });
    await expect(make({ kind: 'invitation' })).rejects.toMatchObject({ code: 'code-day-limit' });
  });

  it('names the field of a game or card that does not exist', async () => {
    const { make, db } = await createSite();
    const { name } = await createGame(db);
    await expect(make({ kind: 'game', game: 'No such game' })).rejects.toMatchObject({
      details: { fields: { game: expect.any(String) } },
    });
    await expect(make({ kind: 'card', game: name, card: 'No such card' })).rejects.toMatchObject({
      details: { fields: { card: expect.any(String) } },
    });
  });
});

describe('redeeming a code', () => {
  it('gives the money once for each use and form, however the code is typed', async () => {
    const { make, join, redeem, db } = await createSite();
    const { code, batchId } = await make({ ...money, uses: 2 });
    const player = await join();
    const form = { code: ` ${code.toLowerCase().replaceAll('-', ' ')} `, key: key() };
    const answer = { kind: 'money', amount: 5_00, balance: 5_00 };
    expect(await redeemCode(player, form)).toEqual(answer);
    expect(await redeemCode(player, form)).toEqual(answer);
    await expect(redeem(player, code)).rejects.toMatchObject(refused);
    const other = await join();
    expect(await redeem(other, code.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(answer);
    await expect(redeem(await join(), code)).rejects.toMatchObject(refused);
    for (const { actor } of [player, other]) {
      expect(await readBalance(db, { id: actor?.id ?? '' })).toBe(5_00);
      const entries = await db
        .select()
        .from(ledgerEntries)
        .where(eq(ledgerEntries.walletId, actor?.id ?? ''));
      expect(entries).toMatchObject([{ kind: 'code', amount: 5_00 }]);
    }
    expect(await db.$count(codeUses, eq(codeUses.batchId, batchId))).toBe(2);
  });

  it('has one text for every refusal, and leaves the code unspent', async () => {
    const { make, join, redeem, clock, admin, db } = await createSite();
    const game = await createGame(db);
    const hidden = await createGame(db);
    const owner = await join({ balance: 10_00 });
    await buyGame(owner, { gameId: game.id, key: key(), price: 9_99 });
    const rich = await join({ balance: 99_999_00 });
    const player = await join();
    const withdrawn = await make(money);
    await withdrawCodes(admin, { batchId: withdrawn.batchId });
    const ofHidden = await make({ kind: 'game', game: hidden.name });
    await db.update(games).set({ isHidden: true }).where(eq(games.id, hidden.id));
    const ofGame = await make({ kind: 'game', game: game.name });
    const cash = await make({ ...money, accountMax: 1, count: 2 });
    const invitation = await make({ kind: 'invitation' });
    await redeem(player, cash.code);
    const tries: [Ctx, string][] = [
      [player, 'nonsense'],
      [player, '0000-0000-0000-0000-0000'],
      [player, withdrawn.code],
      [player, ofHidden.code],
      [player, cash.codes[1] ?? ''],
      [player, invitation.code],
      [owner, ofGame.code],
      [rich, cash.codes[1] ?? ''],
      [await join({ role: 'guest' }), ofGame.code],
      [{ ...player, actor: null }, ofGame.code],
    ];
    const texts = new Set<string>();
    for (const [ctx, code] of tries) {
      const error = await redeem(ctx, code).catch((reason: Error) => reason);
      expect(error).toMatchObject(refused);
      texts.add(error instanceof Error ? error.message : '');
    }
    expect(texts.size).toBe(1);
    for (const { batchId, uses } of [
      { ...ofHidden, uses: 0 },
      { ...ofGame, uses: 0 },
      { ...cash, uses: 1 },
      { ...invitation, uses: 0 },
    ]) {
      expect((await getCodeBatch(admin, { id: batchId, page: 1 })).batch.uses).toBe(uses);
    }
    expect(await redeem(player, ofGame.code)).toEqual({
      kind: 'game',
      gameId: game.id,
      game: game.name,
    });
    clock.advance(7 * dayMs);
    await expect(redeem(await join(), cash.codes[1] ?? '')).rejects.toMatchObject(refused);
  });

  it('gives a game for nothing, with a key as long as there is one', async () => {
    const { make, join, redeem, db, base } = await createSite();
    const editor = { ...base, actor: await createPlayer(db, { furtherRoles: [catalogEditor] }) };
    const name = `Keyed ${randomUUID().slice(0, 8)}`;
    const { gameId } = await createOwnGame(editor, ownGameInput.parse({ name }));
    await addGameKeys(editor, { gameId, list: 'only-key' });
    const { codes: shown } = await make({ kind: 'game', game: name, count: 2 });
    const first = await join();
    await redeem(first, shown[0] ?? '');
    const owned = await db.select().from(ownedGames).where(eq(ownedGames.gameId, gameId));
    expect(owned).toMatchObject([{ userId: first.actor?.id, price: 0 }]);
    const second = await join();
    await expect(redeem(second, shown[1] ?? '')).rejects.toMatchObject(refused);
    await addGameKeys(editor, { gameId, list: 'another-key' });
    expect(await redeem(second, shown[1] ?? '')).toMatchObject({ kind: 'game', gameId });
  });

  it('gives a card that a new player cannot sell on its first day', async () => {
    const { make, join, redeem, db, clock } = await createSite();
    const gameId = await createTradedGame(db);
    const [game] = await db.select({ name: games.name }).from(games).where(eq(games.id, gameId));
    const { code } = await make({ kind: 'card', game: game?.name, card: 'Crown' });
    const player = await join();
    const isPlayer = eq(users.id, player.actor?.id ?? '');
    await db.update(users).set({ registeredAt: clock.now() }).where(isPlayer);
    expect(await redeem(player, code)).toMatchObject({ kind: 'card', gameId, card: 'Crown' });
    const held = await db
      .select()
      .from(cards)
      .where(eq(cards.ownerId, player.actor?.id ?? ''));
    expect(held).toMatchObject([{ kindId, origin: 'redeemed', state: 'held' }]);
    const sell = () =>
      sellCards(player, { offers: [{ gameId, kindId, price: 1_00, copies: 1 }], key: key() });
    await expect(sell()).rejects.toThrow();
    clock.advance(dayMs);
    expect((await sell()).itemIds).toHaveLength(1);
  });

  it('limits wrong tries of an account, and counts no right ones', async () => {
    const { make, join, redeem } = await createSite();
    const player = { ...(await join()), rateLimiter: createRateLimiter() };
    const { codes: shown } = await make({ ...money, count: 30, accountMax: 30 });
    for (const code of shown) await redeem(player, code);
    for (let wrong = 0; wrong < 20; wrong += 1) {
      await expect(redeem(player, 'nonsense')).rejects.toMatchObject(refused);
    }
    await expect(redeem(player, 'nonsense')).rejects.toMatchObject({ code: 'rate-limited' });
  });
});

describe('a code that is an invitation', () => {
  it('lets as many register as it is for, and nobody after it was withdrawn', async () => {
    const { make, base, admin, join, redeem, db } = await createSite();
    await db.insert(siteSettings).values({ key: 'registration', value: 'invitation' });
    const visitor = { ...base, actor: null };
    const { code, batchId } = await make({ kind: 'invitation', uses: 3 });
    expect(await redeem(visitor, code)).toEqual({ kind: 'invitation' });
    expect(await redeem(await join({ role: 'guest' }), code)).toEqual({ kind: 'invitation' });
    const enter = (invitation: string) => {
      const username = `c-${randomUUID().slice(0, 8)}`;
      const email = `${username}@example.test`;
      return register(visitor, { username, email, password: 'correct horse', invitation });
    };
    const results = await atOnce(Array.from({ length: 8 }, () => () => enter(code)));
    expect(errorCodesOf(results)).toEqual(Array(5).fill('bad-invitation'));
    expect((await getCodeBatch(admin, { id: batchId, page: 1 })).uses).toHaveLength(3);
    const other = await make({ kind: 'invitation' });
    await withdrawCodes(admin, { batchId: other.batchId });
    await expect(enter(other.code)).rejects.toMatchObject({ code: 'bad-invitation' });
    await expect(redeem(visitor, other.code)).rejects.toMatchObject(refused);
    await db.delete(siteSettings);
  });
});

describe('a code that leads into a group', () => {
  const facts = { description: '', joining: 'self', membersShownTo: 'members' } as const;
  const createClass = async (admin: Ctx) =>
    createGroup(admin, { name: `Class ${randomUUID().slice(0, 8)}`, ...facts });

  it('makes its redeemer a member as an invitation of an admin does, once', async () => {
    const { make, admin, join, redeem, db } = await createSite();
    const { id: groupId } = await createClass(admin);
    // Nobody joins a group with an age limit by himself.
    await setGroupAgeLimit(admin, { id: groupId, ageLimit: 12 });
    const { code, batchId } = await make({ kind: 'group', groupId, uses: 3, accountMax: 3 });
    const player = await join();
    expect(await redeem(player, code)).toMatchObject({ kind: 'group', groupId });
    expect(await db.select().from(groupMembers).where(eq(groupMembers.groupId, groupId))).toEqual([
      expect.objectContaining({ userId: player.actor?.id, how: 'code' }),
    ]);
    for (const ctx of [player, await join({ role: 'guest' }), { ...player, actor: null }]) {
      await expect(redeem(ctx, code)).rejects.toMatchObject(refused);
    }
    const { batch } = await getCodeBatch(admin, { id: batchId, page: 1 });
    expect(batch).toMatchObject({ uses: 1, group: expect.stringContaining('Class') });
    const [logged] = await db.select().from(adminLog).where(eq(adminLog.subject, batchId));
    expect(logged?.details.group).toBe(batch.group);
  });

  it('gives nothing after its group was deleted, and needs one that exists', async () => {
    const { make, admin, join, redeem } = await createSite();
    const { id: groupId } = await createClass(admin);
    const { code, batchId } = await make({ kind: 'group', groupId });
    await deleteGroup(admin, { id: groupId });
    await expect(redeem(await join(), code)).rejects.toMatchObject(refused);
    const { batch } = await getCodeBatch(admin, { id: batchId, page: 1 });
    expect(batch).toMatchObject({ uses: 0, group: null });
    await expect(make({ kind: 'group', groupId })).rejects.toMatchObject({ code: 'group-gone' });
  });

  it('is redeemed by as many at once as it has uses, while the group is deleted or not', async () => {
    const { make, admin, join, redeem, db } = await createSite();
    const before = await countDeadlocks(db);
    const { id: groupId } = await createClass(admin);
    const { code } = await make({ kind: 'group', groupId, uses: 5 });
    const players = await Promise.all(Array.from({ length: 20 }, () => join()));
    const results = await atOnce(players.map((player) => () => redeem(player, code)));
    expect(errorCodesOf(results)).toEqual(Array(15).fill('bad-code'));
    expect(await db.$count(groupMembers, eq(groupMembers.groupId, groupId))).toBe(5);
    const second = await createClass(admin);
    const ended = await make({ kind: 'group', groupId: second.id, uses: 20 });
    await atOnce([
      () => deleteGroup(admin, second),
      ...players.map((player) => () => redeem(player, ended.code)),
    ]);
    expect(await db.$count(groupMembers, eq(groupMembers.groupId, second.id))).toBe(0);
    expect(await countDeadlocks(db)).toBe(before);
  });
});

describe('codes at the same time', () => {
  it('are redeemed by 10 of 50 with 10 uses left', async () => {
    const { make, join, redeem, admin, db } = await createSite();
    const before = await countDeadlocks(db);
    const game = await createGame(db);
    const gift = await make({ kind: 'game', game: game.name, uses: 10 });
    const cash = await make({ ...money, uses: 10 });
    const players = await Promise.all(Array.from({ length: 50 }, () => join()));
    for (const { code, batchId } of [gift, cash]) {
      const results = await atOnce(players.map((player) => () => redeem(player, code)));
      expect(errorCodesOf(results)).toEqual(Array(40).fill('bad-code'));
      expect((await getCodeBatch(admin, { id: batchId, page: 1 })).batch).toMatchObject({
        uses: 10,
        state: 'used',
      });
    }
    expect(await db.$count(ownedGames, eq(ownedGames.gameId, game.id))).toBe(10);
    expect(await countDeadlocks(db)).toBe(before);
  });

  it('count each other for one account, which cannot go beyond its limit', async () => {
    const { make, join, redeem, db } = await createSite();
    const player = await join();
    const { codes: shown } = await make({ ...money, count: 12, accountMax: 4 });
    const results = await atOnce(shown.map((code) => () => redeem(player, code)));
    expect(errorCodesOf(results)).toEqual(Array(8).fill('bad-code'));
    expect(await readBalance(db, { id: player.actor?.id ?? '' })).toBe(20_00);
  });

  it('are redeemed or withdrawn, and a game is bought or redeemed, never both', async () => {
    const { make, join, redeem, admin, db } = await createSite();
    for (let round = 0; round < 15; round += 1) {
      const game = await createGame(db);
      const { code, batchId } = await make({ kind: 'game', game: game.name });
      const player = await join({ balance: 10_00 });
      const results = await atOnce([
        () => redeem(player, code),
        () => withdrawCodes(admin, { batchId }),
        () => buyGame(player, { gameId: game.id, key: key(), price: 9_99 }),
      ]);
      const { batch } = await getCodeBatch(admin, { id: batchId, page: 1 });
      const owned = await db.select().from(ownedGames).where(eq(ownedGames.gameId, game.id));
      expect(owned).toHaveLength(1);
      expect(batch.uses).toBe(owned[0]?.price === 0 ? 1 : 0);
      expect(batch.state === 'withdrawn').toBe(batch.uses === 0);
      for (const failed of errorCodesOf(results)) {
        expect(['bad-code', 'code-gone', 'already-owned']).toContain(failed);
      }
      const [account] = await db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, player.actor?.id ?? ''));
      expect(await readBalance(db, { id: account?.id ?? '' })).toBe(
        owned[0]?.price === 0 ? 10_00 : 1,
      );
    }
  });
});

it('stores enough random bits beside the start that admins see', () => {
  const { alphabet, letters, group } = codeConstants;
  expect(Math.log2(alphabet.length) * (letters - group)).toBeGreaterThanOrEqual(80);
});

it('of an admin who lost the role are all withdrawn by another admin', async () => {
  const { db, base, admin, join, make, redeem } = await createSite();
  const batches = [await make({ ...money, count: 2 }), await make(money), await make(money)];
  const player = await join();
  await redeem(player, batches[2]?.code ?? '');
  await db.update(users).set({ role: 'player' }).where(eq(users.id, admin.actor.id));
  const other = { ...base, actor: await createPlayer(db, { role: 'admin' }) };
  const { username } = admin.actor;
  const made = await listCodeBatches(other, { of: username, page: 1 });
  expect(made.batches.map(({ state }) => state).toSorted()).toEqual(['open', 'open', 'used']);
  expect(made.isAnyLeft).toBe(true);
  const nobody = await listCodeBatches(other, { of: other.actor.username, page: 1 });
  expect(nobody).toMatchObject({ batches: [], isAnyLeft: false });

  await expect(withdrawCodesOfMaker(player, username)).rejects.toMatchObject({
    code: 'admins-only',
  });
  expect(await withdrawCodesOfMaker(other, username)).toBe(3);
  await expect(redeem(player, batches[0]?.code ?? '')).rejects.toMatchObject(refused);
  expect((await listCodeBatches(other, { of: username, page: 1 })).isAnyLeft).toBe(false);
  await expect(withdrawCodesOfMaker(other, username)).rejects.toMatchObject({ code: 'code-gone' });
  expect(await db.$count(adminLog, eq(adminLog.accountId, other.actor.id))).toBe(2);
});
