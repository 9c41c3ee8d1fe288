import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountRoles, siteSettings, users } from '#database/schema.ts';
import { changeSiteSetting } from '#domain/administration/change-site-setting.ts';
import { createInvitation, listInvitations } from '#domain/administration/invitations.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { generateRegistration } from '../fixtures/registration-form.ts';
import { withFreshProof } from '../fixtures/sign-in.ts';
import { createVictim, isLoggedInAs, type Victim } from '../fixtures/takeover.ts';

// A stranger has the code of an invitation, and tries to get more with it than an account of a player.

const database = useDatabase();
let victim: Victim;
let admin: Awaited<ReturnType<typeof createAdmin>>;

async function createAdmin({ ctx }: Victim['web']) {
  const account = await createPlayer(database.db, { role: 'admin' });
  return { ...ctx, actor: await withFreshProof(ctx, account) };
}

beforeEach(async () => {
  victim = await createVictim(database.db);
  admin = await createAdmin(victim.web);
  await changeSiteSetting(admin, { key: 'registration', value: 'invitation' });
});
afterEach(async () => {
  await database.db.delete(siteSettings);
});

const readUses = async () => (await listInvitations(admin, { page: 1 })).invitations[0]?.uses;

async function findAccount(username: string) {
  const [account] = await database.db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return account;
}

describe('the code of an invitation', () => {
  test('opens no existing account and is not used up by the attempt', async () => {
    const { web, person, visitor } = victim;
    const { code } = await createInvitation(admin, { note: '', days: 7, uses: 2 });
    const stranger = web.visit();
    const password = 'of the stranger';
    const form = { ...generateRegistration(), password, invitation: code };
    const taken = await stranger.post('/register', { ...form, username: person.username });
    expect(taken.status).toBeGreaterThanOrEqual(400);
    // The answer does not say that the address is taken.
    await stranger.post('/register', { ...form, email: person.email });
    await stranger.post('/login', { username: person.username, password });
    expect(stranger.cookie).toBeNull();
    expect(await readUses()).toBe(0);
    // A player who opens the link keeps the own account.
    await visitor.post('/register', form);
    expect(await isLoggedInAs(visitor, person.username)).toBe(true);
    expect(await readUses()).toBe(0);
  });

  test('gives no role above player, to a visitor and to a guest', async () => {
    const { web } = victim;
    const { code } = await createInvitation(admin, { note: '', days: 7, uses: 2 });
    const guest = web.visit();
    await changeSiteSetting(admin, { key: 'registration', value: 'open' });
    await guest.post('/guest', {});
    await changeSiteSetting(admin, { key: 'registration', value: 'invitation' });
    for (const stranger of [web.visit(), guest]) {
      const form = { ...generateRegistration(), invitation: code };
      const forged = { role: 'admin', furtherRoles: 'catalog-editor', id: admin.actor.id };
      await stranger.post('/register', { ...form, ...forged });
      const account = await findAccount(form.username);
      expect(account?.role).toBe('player');
      expect(
        await database.db.$count(accountRoles, eq(accountRoles.userId, account?.id ?? '')),
      ).toBe(0);
      expect(account?.id).not.toBe(admin.actor.id);
    }
    expect(await readUses()).toBe(2);
  });

  test('is worth nothing when it is used up or has expired', async () => {
    const { web, clock } = victim;
    const used = await createInvitation(admin, { note: '', days: 7, uses: 1 });
    const expired = await createInvitation(admin, { note: '', days: 1, uses: 5 });
    const first = { ...generateRegistration(), invitation: used.code };
    await web.visit().post('/register', first);
    expect(await findAccount(first.username)).toBeDefined();
    clock.advance(24 * 60 * 60 * 1000);
    for (const { code } of [used, expired]) {
      const form = { ...generateRegistration(), invitation: code };
      const answer = await web.visit().post('/register', form);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await findAccount(form.username)).toBeUndefined();
    }
  });

  test('lets in one of several strangers who use it at the same moment', async () => {
    const { web } = victim;
    const { code } = await createInvitation(admin, { note: '', days: 7, uses: 1 });
    const forms = Array.from({ length: 4 }, () => generateRegistration());
    await Promise.all(
      forms.map((form) => web.visit().post('/register', { ...form, invitation: code })),
    );
    const created = await Promise.all(forms.map(({ username }) => findAccount(username)));
    expect(created.filter((account) => account !== undefined)).toHaveLength(1);
    expect(await readUses()).toBe(1);
  });
});
