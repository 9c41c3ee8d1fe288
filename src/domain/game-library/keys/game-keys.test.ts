import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminLog, encryptionKeys, gameKeys, ownedGames, users } from '#database/schema.ts';
import { guestConstants } from '#shared/constants/accounts/guests.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { deleteAccount } from '../../account-deletion/delete-account.ts';
import { eraseDeletedAccounts } from '../../account-deletion/erase-deleted-accounts.ts';
import { retireGuests } from '../../account-deletion/retire-guests.ts';
import { createOwnGame } from '../../catalog/own-games/save-own-game.ts';
import { createEncryption } from '../../secrets/encryption.ts';
import { buyGame } from '../buy-game.ts';
import { buyGameByName } from '../buy-game-by-name.ts';
import {
  addGameKeys,
  countGameKeys,
  removeUnusedKeys,
  setKeysRequired,
} from './change-game-keys.ts';
import { isSoldOut } from './find-unused-key.ts';
import { getOwnGameKey } from './get-own-game-key.ts';

const database = useDatabase({ max: 60 });
useRaceChecks(database);

const keys = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code as string,
  );

async function createFixture({ price = '5.00', list = keys(3), roleNeeded = '' } = {}) {
  const { db } = database;
  const base = createTestCtx(db);
  const editor = { ...base, actor: await createPlayer(db, { furtherRoles: [catalogEditor] }) };
  const name = `Keyed ${randomUUID().slice(0, 8)}`;
  const { gameId } = await createOwnGame(editor, ownGameInput.parse({ name, price, roleNeeded }));
  if (list.length > 0) await addGameKeys(editor, { gameId, list: list.join('\n') });
  const createBuyer = async (balance = 10_00) => ({
    ...base,
    actor: await createPlayer(db, { balance }),
  });
  const cents = Number(price) * 100;
  const buy = (ctx: typeof editor) => buyGame(ctx, { gameId, key: randomUUID(), price: cents });
  return { db, base, editor, name, gameId, list, createBuyer, buy };
}

describe('a purchase of a game with keys', () => {
  it('gives each buyer another key, which only the buyer sees', async () => {
    const { gameId, list, createBuyer, buy, db } = await createFixture();
    const buyers = [await createBuyer(), await createBuyer()];
    for (const buyer of buyers) await buy(buyer);
    const given = await Promise.all(buyers.map((buyer) => getOwnGameKey(buyer, gameId)));
    const texts = given.map((key) => key?.text ?? '');
    expect(new Set(texts).size).toBe(2);
    for (const text of texts) expect(list).toContain(text);
    expect(await getOwnGameKey(await createBuyer(), gameId)).toBeNull();
    const stored = JSON.stringify(await db.select().from(gameKeys));
    for (const text of list) expect(stored).not.toContain(text);
  });

  it('gives the key of the first answer when the same form is sent again', async () => {
    const { gameId, createBuyer, editor } = await createFixture();
    const buyer = await createBuyer();
    const form = { gameId, key: randomUUID(), price: 5_00 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => buyGame(buyer, form)));
    expect(answers).toEqual(Array(10).fill({ gameId }));
    expect(await countGameKeys(editor, gameId)).toMatchObject({ given: 1, left: 2 });
  });

  it.each([
    ['a paid game', '5.00'],
    ['a free game', '0.00'],
  ])('sells %s to exactly 10 of 50 buyers at once with 10 keys left', async (_, price) => {
    const { db, gameId, createBuyer, buy, editor } = await createFixture({ price, list: keys(10) });
    const buyers = await Promise.all(Array.from({ length: 50 }, () => createBuyer()));
    const outcomes = await Promise.all(buyers.map((buyer) => outcomeOf(buy(buyer))));
    expect(outcomes.toSorted()).toEqual([...Array(10).fill('done'), ...Array(40).fill('sold-out')]);
    const balances = await Promise.all(buyers.map(({ actor }) => readBalance(db, actor)));
    const cents = Number(price) * 100;
    expect(balances).toEqual(outcomes.map((code) => (code === 'done' ? 10_00 - cents : 10_00)));
    expect(await db.$count(ownedGames, eq(ownedGames.gameId, gameId))).toBe(10);
    const counts = { total: 10, given: 10, left: 0 };
    expect(await countGameKeys(editor, gameId)).toMatchObject(counts);
    expect(await isSoldOut(editor, gameId)).toBe(true);
  });

  it('that fails for another reason keeps no key from the others', async () => {
    const { gameId, createBuyer, buy, editor } = await createFixture({ list: keys(10) });
    const poor = await Promise.all(Array.from({ length: 25 }, () => createBuyer(1_00)));
    const rich = await Promise.all(Array.from({ length: 10 }, () => createBuyer()));
    const mixed = poor.flatMap((buyer, index) => [buyer, ...rich.slice(index, index + 1)]);
    const outcomes = new Map(
      await Promise.all(mixed.map(async (buyer) => [buyer, await outcomeOf(buy(buyer))] as const)),
    );
    expect(rich.map((buyer) => outcomes.get(buyer))).toEqual(Array(10).fill('done'));
    for (const buyer of poor)
      expect(['not-enough-money', 'sold-out']).toContain(outcomes.get(buyer));
    expect(await countGameKeys(editor, gameId)).toMatchObject({ given: 10, left: 0 });
  });

  it('by a function is refused in the same way, and charges nothing', async () => {
    const { db, name, createBuyer, list, editor, gameId } = await createFixture({ list: keys(1) });
    const buy = (ctx: Awaited<ReturnType<typeof createBuyer>>) =>
      buyGameByName(ctx, { game: name, amount: -5_00, key: randomUUID() });
    const first = await createBuyer();
    await buy(first);
    expect((await getOwnGameKey(first, gameId))?.text).toBe(list[0]);
    const second = await createBuyer();
    await expect(buy(second)).rejects.toThrow('Sold out');
    expect(await readBalance(db, second.actor)).toBe(10_00);
    await addGameKeys(editor, { gameId, list: randomUUID() });
    await buy(second);
  });

  it('of a game for a role takes no key from the holders of the role', async () => {
    const { base, db, createBuyer, buy, editor, gameId } = await createFixture({
      list: keys(1),
      roleNeeded: catalogEditor,
    });
    const createHolder = async () => ({
      ...base,
      actor: await createPlayer(db, { balance: 10_00, furtherRoles: [catalogEditor] }),
    });
    expect(await outcomeOf(buy(await createBuyer()))).toBe('role-needed');
    expect(await countGameKeys(editor, gameId)).toMatchObject({ left: 1 });
    await buy(await createHolder());
    const late = await createHolder();
    expect(await outcomeOf(buy(late))).toBe('sold-out');
    expect(await readBalance(db, late.actor)).toBe(10_00);
    expect(await outcomeOf(buy(await createBuyer()))).toBe('role-needed');
  });

  it('takes no key that this server cannot decrypt', async () => {
    const { gameId, createBuyer, buy, editor } = await createFixture({ list: keys(1) });
    const encryption = createEncryption(['another secret of more than 32 characters']);
    const buyer = { ...(await createBuyer()), encryption };
    expect(await outcomeOf(buy(buyer))).toBe('sold-out');
    expect(await countGameKeys({ ...editor, encryption }, gameId)).toMatchObject({
      left: 1,
      unreadable: 1,
    });
    const add = addGameKeys({ ...editor, encryption }, { gameId, list: 'A' });
    expect(await outcomeOf(add)).toBe('keys-unavailable');
    await buy({ ...buyer, encryption: editor.encryption });
    expect(await getOwnGameKey(buyer, gameId)).toEqual({ text: null });
  });
});

describe('the keys of a game', () => {
  it('are added once; the report names the lines of the others', async () => {
    const { gameId, editor } = await createFixture({ list: ['AAAA-1', 'BBBB-2'] });
    const long = 'x'.repeat(gameKeyConstants.keyMax + 1);
    const list = `\uFEFFCCCC-3\r\n\r\n  BBBB-2 \r\nCCCC-3\n${long}\nDD\u0000DD\nEEEE-5\uFFFD\nFFFF 6`;
    expect(await addGameKeys(editor, { gameId, list })).toEqual({
      added: 2,
      unit: 'line',
      refusedCount: 5,
      refused: [
        { line: 3, reason: 'the game has or had this key' },
        { line: 4, reason: 'it is the same as line 1' },
        { line: 5, reason: 'it has more than 100 characters' },
        { line: 6, reason: 'it has characters that cannot be shown' },
        { line: 7, reason: 'it has characters that cannot be shown' },
      ],
    });
    expect(await countGameKeys(editor, gameId)).toMatchObject({ total: 4, given: 0, left: 4 });
    const again = await addGameKeys(editor, { gameId, list: 'AAAA-1\nFFFF 6' });
    expect(again).toMatchObject({ added: 0, refusedCount: 2 });
  });

  it('that were added are found again after the encryption key was replaced', async () => {
    const { gameId, editor } = await createFixture({ list: ['AAAA-1'] });
    const encryption = createEncryption([
      'a newer secret of more than 32 characters',
      'test-secret-test-secret-test-secret',
    ]);
    const later = { ...editor, encryption };
    expect(await addGameKeys(later, { gameId, list: 'AAAA-1\nBBBB-2' })).toMatchObject({
      added: 1,
    });
    // The other tests have the earlier key only.
    await database.db.delete(encryptionKeys);
  });

  it('are each there once after the same list was added 5 times at once', async () => {
    const { gameId, editor } = await createFixture({ list: [] });
    const list = keys(200).join('\n');
    const results = await Promise.all(
      Array.from({ length: 5 }, () => addGameKeys(editor, { gameId, list })),
    );
    expect(results.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 200]);
  });

  it('of which too many are sent at once are all refused, and so is an empty list', async () => {
    const { gameId, editor } = await createFixture({ list: [] });
    const add = (list: string) => outcomeOf(addGameKeys(editor, { gameId, list }));
    expect(await add(keys(gameKeyConstants.linesMax + 1).join('\n'))).toBe('bad-input');
    expect(await add(' \n\n ')).toBe('bad-input');
    expect(await outcomeOf(addGameKeys(editor, { gameId: 1, list: 'A' }))).toBe('game-not-found');
    expect(await countGameKeys(editor, gameId)).toMatchObject({ total: 0, since: null });
  });

  it('are removed while they are bought, and each is either given or removed', async () => {
    const { gameId, editor, createBuyer, buy } = await createFixture({ list: keys(20) });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => createBuyer()));
    const [removed, ...outcomes] = await Promise.all([
      removeUnusedKeys(editor, { gameId }),
      ...buyers.map((buyer) => outcomeOf(buy(buyer))),
    ]);
    const sold = outcomes.filter((code) => code === 'done').length;
    expect(await countGameKeys(editor, gameId)).toMatchObject({ given: sold });
    expect(removed.removed + sold).toBeLessThanOrEqual(20);
    await removeUnusedKeys(editor, { gameId });
    expect(await outcomeOf(buy(await createBuyer()))).toBe('sold-out');
  });

  it('are not needed any more when an editor says so, and given ones stay', async () => {
    const { gameId, editor, createBuyer, buy } = await createFixture({ list: keys(1) });
    const [first, second, third] = [await createBuyer(), await createBuyer(), await createBuyer()];
    await buy(first);
    await setKeysRequired(editor, { gameId, required: false });
    await buy(second);
    expect((await getOwnGameKey(first, gameId))?.text).toBeTruthy();
    expect(await getOwnGameKey(second, gameId)).toBeNull();
    await setKeysRequired(editor, { gameId, required: true });
    expect(await outcomeOf(buy(third))).toBe('sold-out');
  });

  it('are for catalog editors and admins only, and the log has every change without a key', async () => {
    const { db, base, gameId, editor, list } = await createFixture();
    for (const role of ['visitor', 'guest', 'player', 'moderator'] as const) {
      const actor = role === 'visitor' ? null : await createPlayer(db, { role });
      const ctx = { ...base, actor };
      const code = role === 'visitor' ? 'login-required' : 'catalog-editors-only';
      expect(await outcomeOf(addGameKeys(ctx, { gameId, list: 'A' }))).toBe(code);
      expect(await outcomeOf(removeUnusedKeys(ctx, { gameId }))).toBe(code);
      expect(await outcomeOf(setKeysRequired(ctx, { gameId, required: false }))).toBe(code);
      expect(await outcomeOf(countGameKeys(ctx, gameId))).toBe(code);
    }
    await removeUnusedKeys(editor, { gameId });
    await setKeysRequired(editor, { gameId, required: false });
    await setKeysRequired(editor, { gameId, required: false });
    const log = await db
      .select()
      .from(adminLog)
      .where(eq(adminLog.subject, String(gameId)));
    expect(log.map(({ act }) => act).filter((act) => act.endsWith('game-keys'))).toEqual([
      'add-game-keys',
      'remove-game-keys',
      'end-game-keys',
    ]);
    for (const text of list) expect(JSON.stringify(log)).not.toContain(text);
  });
});

describe('the key of an account that ends', () => {
  it('is erased and never given again', async () => {
    const { db, base, gameId, editor, list, createBuyer, buy } = await createFixture({
      list: keys(2),
    });
    const player = await createBuyer();
    const guest = { ...base, actor: await createPlayer(db, { role: 'guest', balance: 10_00 }) };
    await buy(player);
    await buy(guest);
    const requireAllowed = async () => undefined;
    const accountId = player.actor.id;
    await deleteAccount(base, { accountId, removesTexts: false, requireAllowed });
    await eraseDeletedAccounts(base);
    const longAgo = new Date(base.clock.now().getTime() - guestConstants.inactiveMs - 1_000);
    await db.update(users).set({ lastSeenAt: longAgo }).where(eq(users.id, guest.actor.id));
    await retireGuests(base);
    const ofGame = and(eq(gameKeys.gameId, gameId), isNotNull(gameKeys.encrypted));
    expect(await db.$count(gameKeys, ofGame)).toBe(0);
    expect(await getOwnGameKey(player, gameId)).toBeNull();
    const again = await addGameKeys(editor, { gameId, list: list.join('\n') });
    expect(again).toMatchObject({ added: 0, refusedCount: 2 });
    expect(await outcomeOf(buy(await createBuyer()))).toBe('sold-out');
  });
});
