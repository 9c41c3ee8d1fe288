import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { invitationUses, siteSettingChanges, siteSettings, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { RegistrationMode } from '#shared/constants/accounts/registration-modes.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { registerByEmail } from '../accounts/api-clients/credentials/register-by-email.ts';
import { logInGuestForApi } from '../accounts/api-clients/login-id-tokens/log-in-guest-for-api.ts';
import { createGuest } from '../accounts/registration/create-guest.ts';
import { register } from '../accounts/registration/register.ts';
import { changeSiteSetting, undoSiteSettingChange } from './change-site-setting.ts';
import { createInvitation, listInvitations, withdrawInvitation } from './invitations.ts';
import { listSiteSettingChanges } from './list-site-setting-changes.ts';

const database = useDatabase();

afterEach(async () => {
  await database.db.delete(siteSettings);
  await database.db.delete(siteSettingChanges);
});

async function createAdmin() {
  const ctx = createTestCtx(database.db);
  const admin = await createPlayer(database.db, { role: 'admin' });
  return { ...ctx, actor: await withFreshProof(ctx, admin) };
}

function setMode(admin: Ctx, value: RegistrationMode) {
  return changeSiteSetting(admin, { key: 'registration', value });
}

function generateInput(invitation?: string) {
  const username = `p-${randomUUID().slice(0, 8)}`;
  return { username, email: `${username}@example.test`, password: 'correct horse', invitation };
}

const oneUse = { note: 'Ada', days: 7, uses: 1 };

/** Every way to get a new account without an invitation. */
const waysWithoutInvitation: [string, (ctx: Ctx) => Promise<unknown>][] = [
  ['the registration', (ctx) => register(ctx, generateInput())],
  ['a guest on the web', (ctx) => createGuest(ctx)],
  ['a guest of the Realm API', (ctx) => logInGuestForApi(ctx, null)],
  ['a registration by email', (ctx) => registerByEmail(ctx, generateInput())],
];

describe('a site where nobody can register', () => {
  it.each(waysWithoutInvitation)('refuses %s', async (_, create) => {
    const admin = await createAdmin();
    await setMode(admin, 'closed');
    const before = await database.db.$count(users);
    const visitor = { ...createTestCtx(database.db), actor: null };
    await expect(create(visitor)).rejects.toMatchObject({ code: 'registration-closed' });
    expect(await database.db.$count(users)).toBe(before);
  });

  it('refuses an invitation and a guest who wants to stay, and lets nobody in by it later', async () => {
    const admin = await createAdmin();
    await setMode(admin, 'closed');
    const { code } = await createInvitation(admin, oneUse);
    const guest = await createPlayer(database.db, { role: 'guest' });
    for (const actor of [null, guest]) {
      const ctx = { ...createTestCtx(database.db), actor };
      await expect(register(ctx, generateInput(code))).rejects.toMatchObject({
        code: 'registration-closed',
      });
    }
    const { invitations } = await listInvitations(admin, { page: 1 });
    expect(invitations[0]).toMatchObject({ uses: 0, state: 'open' });
  });
});

describe('a site with invitations', () => {
  it.each(waysWithoutInvitation)('refuses %s', async (_, create) => {
    await setMode(await createAdmin(), 'invitation');
    const visitor = { ...createTestCtx(database.db), actor: null };
    await expect(create(visitor)).rejects.toMatchObject({ code: 'invitation-needed' });
  });

  it('lets a visitor and a guest register as players, and records by which invitation', async () => {
    const admin = await createAdmin();
    await setMode(admin, 'invitation');
    const { code } = await createInvitation(admin, { ...oneUse, uses: 2 });
    const guest = await createPlayer(database.db, { role: 'guest' });
    for (const actor of [null, guest]) {
      const input = generateInput(code);
      await register({ ...createTestCtx(database.db), actor }, input);
      const [account] = await database.db
        .select({ id: users.id, role: users.role })
        .from(users)
        .where(eq(users.username, input.username));
      expect(account?.role).toBe('player');
      const used = eq(invitationUses.userId, account?.id ?? '');
      expect(await database.db.$count(invitationUses, used)).toBe(1);
    }
    const { invitations } = await listInvitations(admin, { page: 1 });
    expect(invitations[0]).toMatchObject({ note: 'Ada', uses: 2, state: 'used' });
  });

  it('refuses an unknown, expired, withdrawn and used invitation at its field', async () => {
    const admin = await createAdmin();
    await setMode(admin, 'invitation');
    const expired = await createInvitation(admin, oneUse);
    const withdrawn = await createInvitation(admin, oneUse);
    const [newest] = (await listInvitations(admin, { page: 1 })).invitations;
    await withdrawInvitation(admin, { id: newest?.id ?? '' });
    const used = await createInvitation(admin, oneUse);
    const visitor = { ...createTestCtx(database.db), actor: null };
    await register(visitor, generateInput(used.code));
    for (const code of ['guessed', withdrawn.code, used.code]) {
      await expect(register(visitor, generateInput(code))).rejects.toMatchObject({
        code: 'bad-invitation',
        details: { fields: { invitation: expect.any(String) } },
      });
    }
    const later = createTestCtx(database.db);
    later.testClock.advance(8 * 24 * 60 * 60 * 1000);
    await expect(
      register({ ...later, actor: null }, generateInput(expired.code)),
    ).rejects.toMatchObject({ code: 'bad-invitation' });
    await expect(withdrawInvitation(admin, { id: newest?.id ?? '' })).rejects.toMatchObject({
      code: 'invitation-gone',
    });
  });

  it('lets in only as many as an invitation is for, also at the same time', async () => {
    const admin = await createAdmin();
    await setMode(admin, 'invitation');
    const { code } = await createInvitation(admin, { ...oneUse, uses: 3 });
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        register({ ...createTestCtx(database.db), actor: null }, generateInput(code)),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason.code).toBe('bad-invitation');
    }
  });

  it('uses no invitation for a name that is taken', async () => {
    const admin = await createAdmin();
    await setMode(admin, 'invitation');
    const { code } = await createInvitation(admin, oneUse);
    const input = { ...generateInput(code), username: admin.actor.username };
    const visitor = { ...createTestCtx(database.db), actor: null };
    await expect(register(visitor, input)).rejects.toMatchObject({ code: 'username-taken' });
    await register(visitor, generateInput(code));
  });
});

describe('a change of a setting', () => {
  it('is recorded with its admin, and can be undone until the next one', async () => {
    const admin = await createAdmin();
    await setMode(admin, 'closed');
    await setMode(admin, 'closed');
    await setMode(admin, 'invitation');
    const [last, first, ...others] = await listSiteSettingChanges(admin, ['registration']);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ before: 'open', after: 'closed', admin: admin.actor.username });
    expect(last).toMatchObject({ before: 'closed', after: 'invitation' });
    await expect(undoSiteSettingChange(admin, { id: first?.id ?? '' })).rejects.toMatchObject({
      code: 'setting-changed-since',
    });
    await undoSiteSettingChange(admin, { id: last?.id ?? '' });
    expect((await listSiteSettingChanges(admin, ['registration']))[0]).toMatchObject({
      before: 'invitation',
      after: 'closed',
    });
    await expect(undoSiteSettingChange(admin, { id: randomUUID() })).rejects.toMatchObject({
      code: 'setting-change-gone',
    });
  });

  it.each(['guest', 'player', 'moderator'] as const)('is refused to a %s', async (role) => {
    const ctx = { ...createTestCtx(database.db), actor: await createPlayer(database.db, { role }) };
    const id = randomUUID();
    for (const act of [
      setMode(ctx, 'closed'),
      undoSiteSettingChange(ctx, { id }),
      listSiteSettingChanges(ctx, ['registration']),
      createInvitation(ctx, oneUse),
      listInvitations(ctx, { page: 1 }),
      withdrawInvitation(ctx, { id }),
    ]) {
      await expect(act).rejects.toMatchObject({ code: 'admins-only' });
    }
  });
});
