import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { users } from '#database/schema.ts';
import { securityLogConstants } from '#shared/constants/accounts/security-log.ts';
import { createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer } from '#test/fixtures/factories.ts';
import { callerOf } from '#test/fixtures/realm-functions.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { registerWithTotp } from '#test/fixtures/two-factor.ts';
import { giveFurtherRole } from '../moderation/accounts/change-further-role.ts';
import { giveRole } from '../moderation/accounts/give-role.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { removeTotp } from './factors/remove-factors.ts';
import { createSecurityLog } from './security-log.ts';
import { readSession } from './sessions/read-session.ts';
import { getSessionCookieName } from './sessions/session-cookie.ts';

const database = useDatabase();

/** A log and its entries about security. */
function createRecordedLog() {
  const entries: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const log = pino(
    { level: 'info', base: null },
    new Writable({
      write(chunk, _encoding, done) {
        const entry = JSON.parse(String(chunk));
        lines.push(String(chunk));
        if ('event' in entry) entries.push(entry);
        done();
      },
    }),
  );
  /** What was logged since the last call, without what every entry has. */
  const take = () =>
    entries.splice(0).map(({ level, time, msg, requestId, ...entry }) => {
      expect([level, typeof msg, typeof requestId]).toEqual([30, 'string', 'string']);
      return entry;
    });
  return { log, take, lines };
}

const network = '127.0.0.0/24';

describe('the log of the server has', () => {
  test('logins, refused ones with the account if there is one, and never what was typed', async () => {
    const { log, take, lines } = createRecordedLog();
    const { web, person } = await registerOnWeb(database.db, { log });
    const [{ id: account } = { id: '' }] = await database.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.username, person.username.toLowerCase()));
    expect(take()).toEqual([{ event: 'login', account, method: 'password', network }]);
    const logIn = (username: string, password: string) =>
      web.visit().post('/login', { username, password });
    await logIn(person.username, 'wrong-secret-1');
    await logIn('secret-as-name', 'wrong-secret-2');
    expect(take()).toEqual([
      { event: 'login-refused', account, method: 'password', network },
      { event: 'login-refused', account: null, method: 'password', network },
    ]);
    const text = lines.join('');
    for (const typed of [person.password, person.username, person.email, 'secret-'])
      expect(text).not.toContain(typed);
  });

  test('codes and changes of factors', async () => {
    const { log, take } = createRecordedLog();
    const { ctx, enterPassword, logInWith, showCode } = await registerWithTotp(database.db, {
      log,
    });
    const account = ctx.actor?.id;
    expect(take().at(-1)).toMatchObject({
      event: 'factor-changed',
      account,
      change: 'authenticator app added',
    });
    await enterPassword();
    expect(take()).toEqual([]);
    await expect(logInWith('000000')).rejects.toMatchObject({ code: 'wrong-code' });
    expect(take()).toMatchObject([{ event: 'login-refused', account, method: 'code' }]);
    ctx.testClock.advance(60_000);
    await logInWith(showCode());
    expect(take()).toMatchObject([{ event: 'login', account, method: 'password', factor: 'code' }]);
    await removeTotp(ctx);
    expect(take()).toMatchObject([
      { event: 'factor-changed', account, change: 'authenticator app removed' },
    ]);
  });

  test('refused permissions, of pages, forms, use cases and functions', async () => {
    const { log, take } = createRecordedLog();
    const { web } = await registerOnWeb(database.db, { log });
    const actor = await createPlayer(database.db);
    const account = actor.id;
    const player = await createSignedInVisitor(web, account);
    take();
    for (const [path, needed] of [
      ['/admin/site', 'admin'],
      ['/admin/games', 'catalog-editor'],
      ['/moderation/reports', 'moderator'],
      ['/moderation/file-service', 'admin'],
    ] as const) {
      expect([path, (await player.get(path)).status]).toEqual([path, 404]);
      expect(take()).toEqual([{ event: 'permission-refused', account, needed, network }]);
    }
    await player.post('/admin/site', { intent: 'name' });
    await player.post('/moderation/waiting', {});
    // Without scripts, the page is rendered after its form.
    expect(new Set(take().map(({ needed }) => needed))).toEqual(new Set(['admin', 'moderator']));
    const ctx = { ...web.ctx, actor };
    expect(() => requireAdmin(ctx)).toThrow();
    expect(() => requireCatalogEditor(ctx)).toThrow();
    await expect(
      callFunction(ctx, { name: 'addCardToInventory', args: [], caller: callerOf(actor) }),
    ).rejects.toThrow('Only admins');
    expect(take()).toMatchObject([
      { needed: 'admin' },
      { needed: 'catalog-editor' },
      { event: 'permission-refused', account, needed: 'admin' },
    ]);
    await web.visit().get('/admin/site');
    expect(take()).toEqual([]);
  });

  test('attempts at what belongs to somebody else, where the answer says so', async () => {
    const { log, take } = createRecordedLog();
    const { web } = await registerOnWeb(database.db, { log });
    const [owner, actor] = [await createPlayer(database.db), await createPlayer(database.db)];
    const moderators = [
      await createPlayer(database.db, { role: 'moderator' }),
      await createPlayer(database.db, { role: 'moderator' }),
    ] as const;
    const discussionId = await createTestDiscussion(web.ctx, owner);
    const [player, moderator] = [
      await createSignedInVisitor(web, actor.id),
      await createSignedInVisitor(web, moderators[0].id),
    ];
    take();
    const text = { title: 'Taken over', content: 'By me', game: '', tags: '' };
    await player.post(`/community/discussions/${discussionId}/edit`, text);
    expect(take()).toEqual([
      { event: 'permission-refused', account: actor.id, needed: 'author', network },
    ]);
    const form = { intent: 'suspend', days: '0', reason: 'Because I can' };
    await moderator.post(`/profile/${moderators[1].username}/moderation`, form);
    expect(take()).toMatchObject([{ account: moderators[0].id, needed: 'higher-role' }]);
    const call = { name: 'getFriendRequests', args: [owner.username], caller: callerOf(actor) };
    await callFunction(web.ctx, call).catch(() => null);
    expect(take()).toMatchObject([{ account: actor.id, needed: 'named-account' }]);
    // What the actor may not see at all answers as if it were gone.
    await player.post('/profile/notification', { intent: 'read', id: discussionId });
    expect(take()).toEqual([]);
  });

  test('changes of roles, with the admin who made them', async () => {
    const { log, take } = createRecordedLog();
    const { web } = await registerOnWeb(database.db, { log });
    const [admin, player] = [
      await createPlayer(database.db, { role: 'admin' }),
      await createPlayer(database.db),
    ];
    const { cookie } = await createSignedInVisitor(web, admin.id);
    const cookies = `${getSessionCookieName(false)}=${cookie}`;
    const session = await readSession(web.ctx, { ...web.ctx.request, cookies });
    const ctx = { ...web.ctx, actor: session.actor };
    take();
    const change = { username: player.username, reason: 'Helps.' };
    await giveRole(ctx, { ...change, role: 'moderator' });
    await giveFurtherRole(ctx, { ...change, role: 'catalog-editor' });
    const entry = { event: 'role-changed', account: player.id, by: admin.id };
    expect(take()).toMatchObject([
      { ...entry, from: 'player', to: 'moderator' },
      { ...entry, from: 'none', to: 'catalog-editor' },
    ]);
  });
});

test('nobody fills the log: of one account or network it has some entries in ten minutes', () => {
  const { log, take } = createRecordedLog();
  const clock = createClock();
  const { record } = createSecurityLog({ log, clock });
  const request = { id: randomUUID(), address: '2001:db8:1:2::/64' };
  const refuse = (account: string | null, address = request.address) =>
    record({ ...request, address }, { event: 'login-refused', account, method: 'password' });
  for (let attempt = 0; attempt < 1_000; attempt += 1) refuse(null);
  const entries = take();
  expect(entries).toHaveLength(securityLogConstants.perSubject);
  expect(entries[0]).toEqual({
    event: 'login-refused',
    account: null,
    method: 'password',
    network: '2001:db8:1::/48',
  });
  expect(entries.at(-1)).toMatchObject({ furtherAreLeftOut: true });
  // Others are still logged, and so is another event of the same network.
  refuse(randomUUID());
  refuse(null, '198.51.100.7');
  record(request, { event: 'login', account: null, method: 'guest' });
  expect(take()).toHaveLength(3);
  clock.advance(securityLogConstants.windowMs);
  refuse(null);
  expect(take()).toHaveLength(1);
});
