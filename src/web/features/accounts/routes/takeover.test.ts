import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { siteSettings, users } from '#database/schema.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { changeSiteSetting } from '#domain/administration/change-site-setting.ts';
import { createInvitation, listInvitations } from '#domain/administration/invitations.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

type Player = Awaited<ReturnType<typeof registerOnWeb>>;

/** A player on a site with mail, whose registration and first mails are over. */
async function createVictim(): Promise<Player> {
  const victim = await registerOnWeb(database.db);
  victim.web.ctx.accounts.mailer = { ...victim.web.ctx.accounts.mailer, canDeliver: true };
  await sendRequestedEmails(victim.web.ctx);
  victim.web.ctx.mails.length = 0;
  return victim;
}

/** The token of the newest mail to an address. */
async function readToken({ web }: Player, email: string): Promise<string> {
  await sendRequestedEmails(web.ctx);
  const mail = web.ctx.mails.findLast(({ to }) => to === email);
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Whether the page greets the player with this name. */
async function isLoggedInAs(visitor: Player['visitor'], username: string): Promise<boolean> {
  return (await textOf(await visitor.get('/login'))).includes(`Welcome, ${username}!`);
}

describe('a stranger who plants a session in the browser of a player', () => {
  test.each([
    ['of the stranger’s own account', 'player'],
    ['of a guest', 'guest'],
    ['that does not exist', 'none'],
  ])('does not get into the account after a login: one %s', async (_, kind) => {
    const { web, person } = await createVictim();
    const stranger = web.visit();
    if (kind === 'guest') await stranger.post('/guest', {});
    if (kind === 'player') await stranger.post('/register', generateRegistration());
    if (kind === 'none') stranger.cookie = 'a'.repeat(43);
    const planted = stranger.cookie;
    const browser = web.visit();
    browser.cookie = planted;
    await browser.post('/login', { username: person.username, password: person.password });
    expect(browser.cookie).not.toBe(planted);
    expect(await isLoggedInAs(browser, person.username)).toBe(true);
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
  });

  test('does not get into an account that is registered, changed or recovered in it', async () => {
    const victim = await createVictim();
    const { web, person } = victim;
    const stranger = web.visit();
    const browser = web.visit();
    // A registration.
    await stranger.post('/guest', {});
    browser.cookie = stranger.cookie;
    const registered = generateRegistration();
    await browser.post('/register', registered);
    expect(await isLoggedInAs(stranger, registered.username)).toBe(false);
    // A new password, in a session that the stranger has copied.
    const own = await victim.logIn();
    stranger.cookie = own.cookie;
    await own.post('/settings/account/password', {
      currentPassword: person.password,
      password: 'battery staple',
    });
    expect(await isLoggedInAs(own, person.username)).toBe(true);
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
    // A new password by mail.
    stranger.cookie = own.cookie;
    await own.post('/forgot-password', { email: person.email });
    const token = await readToken(victim, person.email);
    await own.post('/reset-password', { token, password: 'correct horse' });
    expect(await isLoggedInAs(stranger, person.username)).toBe(false);
  });
});

describe('a link in a mail', () => {
  test('works for its own purpose only', async () => {
    const victim = await createVictim();
    const { web, visitor, person } = victim;
    const email = `new-${person.email}`;
    await web.visit().post('/forgot-password', { email: person.email });
    const reset = await readToken(victim, person.email);
    await visitor.post('/settings/account/email', { email });
    const change = await readToken(victim, email);
    expect(new Set([reset, change, '']).size).toBe(3);
    const stranger = web.visit();
    for (const [path, token] of [
      ['/reset-password', change],
      ['/confirm', change],
      ['/confirm', reset],
      ['/settings/account/email/confirm', reset],
    ] as const) {
      const answer = await stranger.post(path, { token, password: 'battery staple' });
      expect([path, answer.status]).toEqual([path, 400]);
    }
    expect(stranger.cookie).toBeNull();
    const [account] = await database.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.username, person.username.toLowerCase()));
    expect(account?.email).toBe(person.email);
    // They still work where they belong.
    const confirm = { token: change };
    expect((await stranger.post('/settings/account/email/confirm', confirm)).status).toBe(200);
  });

  test('of the stranger changes nothing of the player who opens it', async () => {
    const victim = await createVictim();
    const { web, person } = victim;
    const stranger = web.visit();
    const attacker = generateRegistration();
    await web.visit().post('/register', attacker);
    await stranger.post('/login', { username: attacker.username, password: attacker.password });
    const email = `wanted-${person.email}`;
    await stranger.post('/settings/account/email', { email });
    const token = await readToken(victim, email);
    await victim.visitor.post('/settings/account/email/confirm', { token });
    const rows = await database.db
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.email, email));
    expect(rows).toEqual([{ username: attacker.username }]);
    expect(await isLoggedInAs(victim.visitor, person.username)).toBe(true);
    expect(await textOf(await victim.visitor.get('/settings/account'))).toContain(person.email);
  });
});

describe('an invitation', () => {
  test('opens no existing account, gives no role and is not used up by the attempt', async () => {
    const victim = await createVictim();
    const { web, person } = victim;
    const account = await createPlayer(database.db, { role: 'admin' });
    const admin = { ...web.ctx, actor: await withFreshProof(web.ctx, account) };
    await changeSiteSetting(admin, { key: 'registration', value: 'invitation' });
    try {
      const { code } = await createInvitation(admin, { note: '', days: 7, uses: 2 });
      const stranger = web.visit();
      const forged = { ...generateRegistration(), invitation: code };
      const taken = await stranger.post('/register', { ...forged, username: person.username });
      expect(taken.status).toBeGreaterThanOrEqual(400);
      await stranger.post('/register', { ...forged, email: person.email });
      expect(stranger.cookie).toBeNull();
      expect((await listInvitations(admin, { page: 1 })).invitations[0]).toMatchObject({ uses: 0 });
      await stranger.post('/register', { ...forged, role: 'admin', id: admin.actor.id });
      const [created] = await database.db
        .select({ id: users.id, role: users.role })
        .from(users)
        .where(eq(users.username, forged.username.toLowerCase()));
      expect(created?.role).toBe('player');
      expect(created?.id).not.toBe(admin.actor.id);
      // A player who opens the link keeps the own account.
      await victim.visitor.post('/register', { ...generateRegistration(), invitation: code });
      expect(await isLoggedInAs(victim.visitor, person.username)).toBe(true);
      expect((await listInvitations(admin, { page: 1 })).invitations[0]).toMatchObject({ uses: 1 });
    } finally {
      await database.db.delete(siteSettings);
    }
  });
});

test('a stranger with the former cookie of a deleted account reaches nothing', async () => {
  const { web, visitor, person } = await createVictim();
  const stranger = web.visit();
  stranger.cookie = visitor.cookie;
  await visitor.post('/settings/data', { intent: 'delete', username: person.username });
  for (const path of ['/settings', '/settings/data/export.zip', '/profile']) {
    expect((await stranger.get(path)).headers.get('Location')).toContain('/login');
  }
  const [former] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, person.email));
  expect(former).toBeUndefined();
});
