import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { sessions, siteSettings, totpFactors, users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createProvenAccounts, type ProvenCtx } from '#test/fixtures/proven-accounts.ts';
import { callerOf } from '#test/fixtures/realm-functions.ts';
import { actAs } from '#test/fixtures/registered-player.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { deleteOwnAccount } from '../account-deletion/delete-own-account.ts';
import { createLoginId } from '../accounts/api-clients/login-id-tokens/create-login-id.ts';
import { readLoginId } from '../accounts/api-clients/login-id-tokens/read-login-id.ts';
import { readApiCaller } from '../accounts/api-clients/sessions/read-api-caller.ts';
import { startApiSession } from '../accounts/api-clients/sessions/start-api-session.ts';
import { startSession } from '../accounts/sessions/start-session.ts';
import type { Actor } from '../actor.ts';
import { giveRole } from '../moderation/accounts/give-role.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { requireAdmin, requireModerator } from '../permissions/require-moderator.ts';
import { readSiteSetting } from '../site/read-site-settings.ts';
import { giveAdminRole, takeAdminRole } from './change-admins.ts';
import { changeSiteSetting, undoSiteSettingChange } from './change-site-setting.ts';
import { listSiteSettingChanges } from './list-site-setting-changes.ts';

const database = useDatabase();
const { logIn } = createProvenAccounts(database);
const dayMs = 24 * 60 * 60 * 1000;
const reason = 'Helps.';

afterEach(async () => {
  await database.db.delete(siteSettings).where(eq(siteSettings.key, 'staffFactor'));
});

/** Gives the account an authenticator app, or takes it away. */
async function setFactor(
  userId: string,
  hasFactor: boolean,
  confirmedAt: Date | null = new Date(),
) {
  const { db } = database;
  await db.delete(totpFactors).where(eq(totpFactors.userId, userId));
  if (!hasFactor) return;
  const at = new Date();
  await db
    .insert(totpFactors)
    .values({ userId, secret: 'none', keyId: 'none', createdAt: at, confirmedAt });
}

const requireFactor = (ctx: ProvenCtx, graceDays: number, isRequired = true) =>
  changeSiteSetting(ctx, { key: 'staffFactor', value: { isRequired, graceDays, since: null } });

/** An admin with a second factor, who requires one of everybody with 14 days for it. */
async function createStrictSite(graceDays = 14) {
  const admin = await logIn('admin');
  await setFactor(admin.id, true);
  await requireFactor(admin, graceDays);
  return admin;
}

/** A context whose time is `days` after the start of the test. */
function createLaterCtx(days: number) {
  const ctx = createTestCtx(database.db);
  ctx.testClock.advance(days * dayMs);
  return ctx;
}

/** The account as pages, loginIds and API sessions get it, which began `days` after the start of the test. */
async function readActors({ id }: { id: string }, days: number): Promise<Actor[]> {
  const ctx = createLaterCtx(days);
  const loginId = await createLoginId(ctx, { accountId: id }, null);
  const started = await startApiSession(ctx, { accountId: id, apiKeyId: null });
  const { actor } = await actAs(ctx, await startSession(ctx, id, { method: 'passkey' }));
  const caller = await readApiCaller(ctx, { ...started, deviceId: 'none' });
  const actors = [actor, await readLoginId(ctx, loginId), caller?.actor ?? null];
  return actors.map((one) => {
    if (one === null) throw new Error('The account is not logged in.');
    return one;
  });
}

const rolesOf = async (account: { id: string }, days: number) =>
  (await readActors(account, days)).map(({ role }) => role);
const all = <Value>(value: Value) => [value, value, value];

describe('a second factor that the site requires', () => {
  test('is due for those who have the role after the days, on pages and in the APIs', async () => {
    const moderator = await createPlayer(database.db, {
      role: 'moderator',
      furtherRoles: ['catalog-editor'],
    });
    const player = await createPlayer(database.db, { furtherRoles: ['catalog-editor'] });
    await createStrictSite(14);
    const [inTime] = await readActors(moderator, 13.9);
    expect(inTime).toMatchObject({
      role: 'moderator',
      heldRole: 'moderator',
      factorDueAt: new Date('2026-03-28T12:00:00Z'),
    });
    for (const late of await readActors(moderator, 14))
      expect(late).toMatchObject({
        role: 'player',
        heldRole: 'moderator',
        furtherRoles: [],
        factorDueAt: new Date('2026-03-28T12:00:00Z'),
      });
    for (const one of await readActors(player, 100))
      expect(one).toMatchObject({ factorDueAt: null, furtherRoles: ['catalog-editor'] });
    // An app that waits for its first code is no factor.
    await setFactor(moderator.id, true, null);
    expect(await rolesOf(moderator, 14)).toEqual(all('player'));
    await setFactor(moderator.id, true);
    expect(await rolesOf(moderator, 14)).toEqual(all('moderator'));
  });

  test('leaves what players do, and refuses everything that needs the role with a text', async () => {
    await createStrictSite(0);
    const { id } = await createPlayer(database.db, { role: 'admin' });
    const [actor] = await readActors({ id }, 0);
    if (!actor) throw new Error('The account is not logged in.');
    const ctx = { ...createLaterCtx(0), actor };
    expect(requirePlayer(ctx).id).toBe(id);
    for (const require of [requireModerator, requireAdmin, requireCatalogEditor])
      expect(() => require(ctx)).toThrow('Your role needs a second factor.');
    await expect(
      callFunction(ctx, { name: 'addCardToInventory', args: [], caller: callerOf(actor) }),
    ).rejects.toThrow('Your role needs a second factor.');
    // The account keeps its role, so it cannot be deleted like that of a player.
    await expect(
      deleteOwnAccount(ctx, { username: actor.username, removesTexts: false }),
    ).rejects.toMatchObject({ code: 'role-kept' });
  });

  test('is due later for those who get the role later, and not again for a higher role', async () => {
    const admin = await createStrictSite(14);
    const { id, username } = await createPlayer(database.db);
    admin.testClock.advance(10 * dayMs);
    await database.db.update(sessions).set({ provenAt: admin.clock.now() });
    await giveRole(admin, { username, role: 'moderator', reason });
    expect(await rolesOf({ id }, 23.9)).toEqual(all('moderator'));
    expect(await rolesOf({ id }, 24)).toEqual(all('player'));
    admin.testClock.advance(5 * dayMs);
    await database.db.update(sessions).set({ provenAt: admin.clock.now() });
    await giveAdminRole(admin, { username, reason });
    expect(await rolesOf({ id }, 23.9)).toEqual(all('admin'));
    expect(await rolesOf({ id }, 24)).toEqual(all('player'));
    // With the role the time ends.
    await takeAdminRole(admin, { username, reason });
    const [account] = await database.db.select().from(users).where(eq(users.id, id));
    expect(account?.roleGivenAt).toBeNull();
  });

  test('is switched on only by an admin who has one, also by an undo', async () => {
    const admin = await logIn('admin');
    const read = () => readSiteSetting(database.db, 'staffFactor');
    await expect(requireFactor(admin, 14)).rejects.toMatchObject({ code: 'own-factor-first' });
    expect((await read()).isRequired).toBe(false);
    await setFactor(admin.id, true);
    await requireFactor(admin, 14);
    const since = '2026-03-14T12:00:00.000Z';
    expect(await read()).toEqual({ isRequired: true, graceDays: 14, since });
    // A change of the days does not begin them again.
    admin.testClock.advance(60_000);
    await requireFactor(admin, 20);
    expect(await read()).toEqual({ isRequired: true, graceDays: 20, since });
    await requireFactor(admin, 20, false);
    expect(await read()).toEqual({ isRequired: false, graceDays: 20, since: null });
    const [last] = await listSiteSettingChanges(admin, ['staffFactor']);
    const undo = () => undoSiteSettingChange(admin, { id: last?.id ?? '' });
    await setFactor(admin.id, false);
    await expect(undo()).rejects.toMatchObject({ code: 'own-factor-first' });
    await setFactor(admin.id, true);
    await undo();
    // The days begin when it becomes required again.
    expect(await read()).toEqual({
      isRequired: true,
      graceDays: 20,
      since: admin.clock.now().toISOString(),
    });
  });

  test('that the database has in a form of a later version counts as not required', async () => {
    const { id } = await createPlayer(database.db, { role: 'admin' });
    await database.db.insert(siteSettings).values({ key: 'staffFactor', value: { level: 3 } });
    expect(await rolesOf({ id }, 1_000)).toEqual(all('admin'));
  });
});

describe('the pages', () => {
  test('tell an admin until when, let the factor be set up, and hide the administration afterwards', async () => {
    await createStrictSite(14);
    const clock = createClock();
    const web = createWeb(database.db, { clock });
    const { id } = await createPlayer(database.db, { role: 'admin' });
    const logInAgain = () => createSignedInVisitor(web, id);
    const setUpLink = 'Set up an authenticator app';
    const early = await logInAgain();
    const page = await textOf(await early.get('/'));
    expect(page).toContain(
      'To act as an admin after March 28, 2026 at 12:00 UTC, you need a second factor.',
    );
    expect(page).toContain(setUpLink);
    expect((await early.get('/admin/site')).status).toBe(200);
    clock.advance(14 * dayMs);
    const late = await logInAgain();
    const latePage = await textOf(await late.get('/'));
    expect(latePage).toContain('You cannot act as an admin until you have a second factor.');
    for (const [path, status] of [
      ['/admin', 404],
      ['/admin/site', 404],
      ['/admin/games', 404],
      ['/moderation/reports', 404],
      ['/settings/security', 200],
      ['/profile/wallet', 200],
    ] as const)
      expect([path, (await late.get(path)).status]).toEqual([path, status]);
    await setFactor(id, true);
    expect((await late.get('/admin/site')).status).toBe(200);
    expect(await textOf(await late.get('/'))).not.toContain('second factor');
  });

  test('say to the admin who switches it on what is missing first', async () => {
    const web = createWeb(database.db);
    const { id } = await createPlayer(database.db, { role: 'admin' });
    const admin = await createSignedInVisitor(web, id);
    expect(await textOf(await admin.get('/admin/site'))).toContain(
      'You have no second factor yourself. Set up an authenticator app before you switch this on.',
    );
    const save = () =>
      admin.post('/admin/site', { intent: 'staff-factor', isRequired: 'on', graceDays: '7' });
    const refused = await save();
    expect(refused.status).toBe(409);
    expect(await textOf(refused)).toContain(
      'Set up an authenticator app for your own account first',
    );
    await setFactor(id, true);
    expect(await textOf(await save())).toContain('Saved.');
    const saved = await textOf(await admin.get('/admin/site'));
    expect(saved).toContain(
      'Second factor of moderators and admins: not needed, now needed after 7 days',
    );
    expect(saved).not.toContain('You have no second factor yourself.');
    const wrong = await admin.post('/admin/site', { intent: 'staff-factor', graceDays: '91' });
    expect(await textOf(wrong)).toContain('Enter a whole number, from 0 to 90.');
  });
});
