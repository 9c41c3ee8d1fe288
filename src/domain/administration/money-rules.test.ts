import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { ledgerEntries, siteSettingChanges, users } from '#database/schema.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { readBalance } from '#test/fixtures/market.ts';
import { useRaceChecks } from '#test/fixtures/race-checks.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { createGuest } from '../accounts/registration/create-guest.ts';
import { register } from '../accounts/registration/register.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { addMoney } from '../wallet/add-money.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { changeSiteSettings, undoSiteSettingChange } from './change-site-setting.ts';
import { listSiteSettingChanges } from './list-site-setting-changes.ts';

const database = useDatabase({ max: 20 });
useRaceChecks(database);

const key = () => randomUUID();
let registered = 0;
let sites = 0;
let reset = async () => {};

// The log of changes stays: the audit compares with it what was paid.
afterEach(() => reset());

async function createSite() {
  const { db } = database;
  const base = createTestCtx(db);
  sites += 1;
  base.testClock.advance(sites * 60 * 60_000);
  const actor = await withFreshProof(base, await createPlayer(db, { role: 'admin' }));
  const admin = { ...base, actor };
  const save = (values: Partial<SiteSettings>) => changeSiteSettings(admin, values);
  reset = () =>
    save({ startingMoney: 'configured', topUpSingle: 'configured', topUpDaily: 'configured' });
  const join = async (ctx = base) => {
    registered += 1;
    const username = `Newcomer${registered}`;
    const email = `${username.toLowerCase()}@example.com`;
    await register(ctx, { username, email, password: 'not a secret' });
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!user) throw new Error('The account was not registered.');
    return user;
  };
  const startingMoney = async (userId: string) => {
    const isStart = and(
      eq(ledgerEntries.walletId, userId),
      eq(ledgerEntries.kind, 'starting-money'),
    );
    return (await db.select().from(ledgerEntries).where(isStart)).map(({ amount }) => amount);
  };
  const rules = async () => (await auditEconomy({ db })).violations.map(({ rule }) => rule);
  return { db, base, admin, save, join, startingMoney, rules, clock: base.testClock };
}

describe('the starting money', () => {
  it('is nothing until an admin sets it, and nothing again after an undo', async () => {
    const { admin, save, join, startingMoney, rules, clock } = await createSite();
    expect(await startingMoney((await join()).id)).toEqual([]);
    await save({ startingMoney: 25_00 });
    clock.advance(2 * 60_000);
    const player = await join();
    expect(await startingMoney(player.id)).toEqual([25_00]);
    expect(await readBalance(database.db, player)).toBe(25_00);
    const [change] = await listSiteSettingChanges(admin, ['startingMoney']);
    await undoSiteSettingChange(admin, { id: change?.id ?? '' });
    expect(await startingMoney((await join()).id)).toEqual([]);
    expect(await rules()).toEqual([]);
  });

  it('is paid to guests when they register and not before, beside what they have', async () => {
    const { db, base, save, join, startingMoney, rules } = await createSite();
    await save({ startingMoney: 10_00 });
    await createGuest(base);
    const [guest] = await db.select().from(users).where(eq(users.role, 'guest'));
    const actor = { ...(await createPlayer(db)), id: guest?.id ?? '', role: 'guest' as const };
    expect(await startingMoney(actor.id)).toEqual([]);
    await claimDailyReward({ ...base, actor }, { key: key() });
    await join({ ...base, actor } as typeof base);
    expect(await startingMoney(actor.id)).toEqual([10_00]);
    expect(await readBalance(db, actor)).toBe(30_00);
    expect(await rules()).toEqual([]);
  });

  it('is paid once to a guest whose registration is sent ten times while it claims its reward', async () => {
    const { db, base, save, join, startingMoney, rules } = await createSite();
    await save({ startingMoney: 10_00 });
    const { id } = await createGuestActor(base);
    const ctx = { ...base, actor: { ...(await createPlayer(db)), id, role: 'guest' as const } };
    await Promise.allSettled([
      ...Array.from({ length: 10 }, () => join(ctx as typeof base)),
      ...Array.from({ length: 5 }, () => claimDailyReward(ctx, { key: key() })),
    ]);
    expect(await startingMoney(id)).toEqual([10_00]);
    expect(await rules()).toEqual([]);
  });

  it('is checked by the audit: a missing, another or a second amount', async () => {
    const { db, save, join, rules, clock } = await createSite();
    await save({ startingMoney: 5_00 });
    clock.advance(2 * 60_000);
    const { id } = await join();
    expect(await rules()).toEqual([]);
    const isSaved = sql`${siteSettingChanges.after} = '500'`;
    await db.update(siteSettingChanges).set({ after: 7_00 }).where(isSaved);
    expect(await rules()).toEqual(
      expect.arrayContaining([
        'starting-money-is-paid-once',
        'new-players-get-the-saved-starting-money',
      ]),
    );
    const isChanged = sql`${siteSettingChanges.after} = '700'`;
    await db.update(siteSettingChanges).set({ after: 5_00 }).where(isChanged);
    expect(await rules()).toEqual([]);
    const registeredAt = new Date(clock.now().getTime() + 1);
    await db.update(users).set({ registeredAt }).where(eq(users.id, id));
    expect(await rules()).toContain('starting-money-is-paid-once');
    await db.update(users).set({ registeredAt: clock.now() }).where(eq(users.id, id));
  });
});

async function createGuestActor(base: ReturnType<typeof createTestCtx>) {
  const known = await base.db.select({ id: users.id }).from(users).where(eq(users.role, 'guest'));
  await createGuest(base);
  const all = await base.db.select({ id: users.id }).from(users).where(eq(users.role, 'guest'));
  const created = all.find(({ id }) => !known.some((one) => one.id === id));
  if (!created) throw new Error('No guest was created.');
  return created;
}

describe('the largest top-up', () => {
  it('counts at once, above and below that of the product', async () => {
    const { db, base, save } = await createSite();
    const player = { ...base, actor: await createPlayer(db, { balance: 0 }) };
    const add = (amount: number) => addMoney(player, { amount, key: key() });
    await expect(add(500_01)).rejects.toMatchObject({ code: 'bad-input' });
    await save({ topUpSingle: 600_00, topUpDaily: 1_000_00 });
    expect(await add(600_00)).toMatchObject({ balance: 600_00 });
    await save({ topUpSingle: 20_00 });
    await expect(add(20_01)).rejects.toMatchObject({
      details: { fields: { amount: 'Enter an amount from $1.00 to $20.00.' } },
    });
    expect(await add(20_00)).toMatchObject({ balance: 620_00 });
  });

  it('does not refuse the repetition of a form that was carried out before it was lowered', async () => {
    const { db, base, save } = await createSite();
    const player = { ...base, actor: await createPlayer(db, { balance: 0 }) };
    const form = { amount: 100_00, key: key() };
    const added = await addMoney(player, form);
    await save({ topUpSingle: 50_00 });
    expect(await addMoney(player, form)).toEqual(added);
    await expect(addMoney(player, { ...form, key: key() })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('is checked by the audit, a minute after the change', async () => {
    const { db, base, save, rules, clock } = await createSite();
    const player = { ...base, actor: await createPlayer(db, { balance: 0 }) };
    await addMoney(player, { amount: 100_00, key: key() });
    await save({ topUpSingle: 50_00 });
    clock.advance(2 * 60_000);
    expect(await rules()).toEqual([]);
    const own = and(eq(ledgerEntries.walletId, player.actor.id), eq(ledgerEntries.kind, 'top-up'));
    const before = await db.select().from(ledgerEntries).where(own);
    await db.update(ledgerEntries).set({ createdAt: clock.now() }).where(own);
    expect(await rules()).toContain('top-ups-keep-the-saved-maximum');
    await db
      .update(ledgerEntries)
      .set({ createdAt: before[0]?.createdAt as Date })
      .where(own);
  });
});
