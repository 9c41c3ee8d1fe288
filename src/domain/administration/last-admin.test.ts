import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { users } from '#database/schema.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { countDeadlocks, errorCodesOf } from '#test/fixtures/market.ts';
import { createProvenAccounts, type ProvenCtx } from '#test/fixtures/proven-accounts.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { deleteAccountAsAdmin } from '../account-deletion/delete-account-as-admin.ts';
import { deleteOwnAccount } from '../account-deletion/delete-own-account.ts';
import { retireGuests } from '../account-deletion/retire-guests.ts';
import { lockOtherAdmins } from '../accounts/roles/lock-other-admins.ts';
import { applyRoleClaim } from '../accounts/sign-on/apply-role-claim.ts';
import { giveRole } from '../moderation/accounts/give-role.ts';
import { makeAdmin } from '../moderation/accounts/make-admin-from-terminal.ts';
import { suspendAccount } from '../moderation/suspension/suspend-account.ts';
import { giveAdminRole, takeAdminRole } from './change-admins.ts';

const database = useDatabase({ max: 20 });
const { logIn, readRole, readLog, removeAdmins, countAdmins } = createProvenAccounts(database);
const reason = 'The owner asked for it.';

beforeEach(removeAdmins);

afterEach(async () => expect(await countDeadlocks(database.db)).toBe(0));

/** Resolves when a transaction of this database waits for a lock. */
async function waitForLockWait(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rowCount).toBe(1);
    },
    { timeout: timeLimits.effect },
  );
}

describe('the last admin', () => {
  it('keeps the role, on pages, by single sign-on, from a terminal and by the end of guests', async () => {
    const admin = await logIn('admin');
    const { id, username } = admin;
    const moderator = await logIn('moderator');
    await expect(takeAdminRole(admin, { username, reason })).rejects.toMatchObject({
      code: 'last-admin',
    });
    await database.db.transaction((tx) =>
      applyRoleClaim(tx, admin, { userId: id, role: 'player' }),
    );
    await expect(makeAdmin(admin, { username })).rejects.toMatchObject({ code: 'role-had' });
    for (const ctx of [admin, moderator]) {
      await expect(suspendAccount(ctx, { username, reason, days: 1 })).rejects.toMatchObject({
        status: 403,
      });
      await expect(giveRole(ctx, { username, reason, role: 'player' })).rejects.toMatchObject({
        status: 403,
      });
    }
    await expect(deleteOwnAccount(admin, { username, removesTexts: true })).rejects.toMatchObject({
      code: 'role-kept',
    });
    // What the Realm API calls for a deletion.
    await expect(
      deleteAccount(admin, {
        accountId: id,
        removesTexts: false,
        requireAllowed: async () => undefined,
      }),
    ).rejects.toMatchObject({ code: 'role-kept' });
    admin.testClock.advance(400 * 24 * 60 * 60 * 1000);
    await retireGuests(admin);
    expect(await readRole(id)).toBe('admin');
  });

  it('can go after another admin was made, and is logged', async () => {
    const admin = await logIn('admin');
    const { id, username } = admin;
    const next = await createPlayer(database.db, { role: 'moderator' });
    await giveAdminRole(admin, { username: next.username, reason });
    await takeAdminRole(admin, { username, reason });
    expect([await readRole(id), await readRole(next.id)]).toEqual(['player', 'admin']);
    expect((await readLog(id)).map(({ act }) => act)).toEqual(['give-role']);
    await expect(takeAdminRole(admin, { username: next.username, reason })).rejects.toMatchObject({
      code: 'admins-only',
    });
  });

  it('is left when admins take the role from each other and from themselves at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      await removeAdmins();
      const admins = await Promise.all(Array.from({ length: 4 }, () => logIn('admin')));
      const names = admins.map(({ username }) => username);
      const attempts = await Promise.allSettled([
        ...admins.flatMap((admin) =>
          names.map((username) => takeAdminRole(admin, { username, reason })),
        ),
        ...admins.map((admin) =>
          database.db.transaction((tx) =>
            applyRoleClaim(tx, admin, { userId: admin.id, role: 'moderator' }),
          ),
        ),
      ]);
      const codes = new Set(errorCodesOf(attempts));
      expect(codes.difference(new Set(['last-admin', 'admins-only', 'role-not-had']))).toEqual(
        new Set(),
      );
      expect(await countAdmins()).toBe(1);
    }
  });
});

describe('admins who take the role from each other and delete each other at the same time', () => {
  it('leave one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      await removeAdmins();
      const [one, other] = [await logIn('admin'), await logIn('admin')];
      const remove = (admin: ProvenCtx, { username }: ProvenCtx) =>
        deleteAccountAsAdmin(admin, { username, reason, typed: username, removesTexts: true });
      const attack = async (admin: ProvenCtx, target: ProvenCtx) => {
        await takeAdminRole(admin, { username: target.username, reason });
        await remove(admin, target);
      };
      const attempts = await Promise.allSettled([
        attack(one, other),
        attack(other, one),
        ...Array.from({ length: 3 }, () => remove(one, other)),
        ...Array.from({ length: 3 }, () => remove(other, one)),
      ]);
      expect(await countAdmins()).toBe(1);
      const codes = new Set(errorCodesOf(attempts));
      const role = ['last-admin', 'admins-only', 'not-above', 'role-kept'];
      const deleted = ['user-not-found', 'account-suspended', 'login-required'];
      expect(codes.difference(new Set([...role, ...deleted, 'app-session-ended']))).toEqual(
        new Set(),
      );
      const log = [...(await readLog(one.id)), ...(await readLog(other.id))];
      expect(log.map(({ act }) => act).toSorted()).toEqual(['delete-account', 'give-role']);
    }
  });

  it('wait for each other: one who lost the role deletes nobody', async () => {
    const admin = await logIn('admin');
    const { id, username } = await createPlayer(database.db);
    let deletion: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await lockOtherAdmins(tx, { userId: admin.id, now: admin.clock.now() });
      await tx.update(users).set({ role: 'player' }).where(eq(users.id, admin.id));
      const form = { username, reason, typed: username, removesTexts: false };
      deletion = deleteAccountAsAdmin(admin, form).catch((error: unknown) => error);
      await waitForLockWait();
    });
    expect(await deletion).toMatchObject({ code: 'admins-only' });
    expect(await readRole(id)).toBe('player');
    expect(await readLog(id)).toEqual([]);
  });
});
