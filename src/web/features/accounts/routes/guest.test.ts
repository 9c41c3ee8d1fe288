import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users, wallets } from '#database/schema.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function accountOf(username: string) {
  const [row] = await database.db
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return row;
}

describe('a guest', () => {
  test('plays after one click and keeps id and balance after registration', async () => {
    const { visit } = createWeb(database.db);
    const guest = visit();
    const login = await guest.post('/guest', { next: '/library' });
    expect([login.status, login.headers.get('Location')]).toEqual([302, '/library']);
    const before = guest.cookie;
    const form = await textOf(await guest.get('/register'));
    expect(form).toContain('Register to keep your games and cards.');
    const name = /Guest-[a-z0-9]{6}/.exec(form)?.[0] ?? '';
    const account = await accountOf(name);
    expect(account).toMatchObject({ role: 'guest', registeredAt: null });
    await database.db
      .update(wallets)
      .set({ balance: 4321 })
      .where(eq(wallets.userId, account?.id ?? ''));

    const person = generateRegistration();
    const registered = await guest.post('/register', person);
    expect([registered.status, registered.headers.get('Location')]).toEqual([302, '/']);
    expect(guest.cookie).not.toBe(before);
    expect(await accountOf(person.username)).toMatchObject({ id: account?.id, role: 'player' });
    expect(await accountOf(name)).toBeUndefined();
    expect(await textOf(await guest.get('/login'))).toContain(`Welcome, ${person.username}!`);

    const stolen = visit();
    stolen.cookie = before;
    expect(await textOf(await stolen.get('/login'))).not.toContain('Welcome');
    expect((await visit().post('/login', person)).status).toBe(302);
    await database.db.update(wallets).set({ balance: 0 });
  });

  test('does not learn from a registration whether an email has an account; its owner gets a mail', async () => {
    const mails: string[] = [];
    const { ctx, visit } = createWeb(database.db, {
      accounts: {
        mailer: { canDeliver: true, send: async ({ subject }) => void mails.push(subject) },
      },
    });
    const owner = generateRegistration();
    await visit().post('/register', owner);
    const answers = [];
    for (const email of [owner.email, generateRegistration().email]) {
      const guest = visit();
      await guest.post('/guest', {});
      const person = { ...generateRegistration(), email };
      const answer = await guest.post('/register', person);
      const { status, headers } = answer;
      const text = (await textOf(answer)).replace(/Guest-[a-z0-9]{6}/g, 'Guest');
      const headerNames = [...headers.keys()].sort();
      answers.push({ status, headerNames, text });
      expect((await accountOf(person.username)) === undefined).toBe(email === owner.email);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[0]?.text).toContain('Registration successful!');
    await sendRequestedEmails(ctx);
    // Mails to different addresses are sent at the same time.
    expect(mails.slice(1).sort()).toEqual([
      'Confirm your email for Guildhall',
      'You already have an account at Guildhall',
    ]);
  });

  test('can log in to another account instead', async () => {
    const { visit } = createWeb(database.db);
    const person = generateRegistration();
    await visit().post('/register', person);
    const guest = visit();
    await guest.post('/guest', {});
    const screen = await textOf(await guest.get('/login'));
    expect(screen).toContain('Log in to another account');
    expect((await guest.post('/login', person)).status).toBe(302);
    expect(await textOf(await guest.get('/login'))).toContain(`Welcome, ${person.username}!`);
  });

  test('sees an error text when the guest login fails', async () => {
    const { visit, services } = createWeb(database.db);
    services.rateLimiter.take = async () => {
      throw new Error('broken');
    };
    const answer = await visit().post('/guest', {});
    expect(answer.status).toBe(500);
    expect(await textOf(answer)).toContain('Unable to login as guest.');
  });
});

describe('logging out', () => {
  test('asks a guest for confirmation on a page that offers registration', async () => {
    const { visit } = createWeb(database.db);
    const guest = visit();
    await guest.post('/guest', {});
    const cookie = guest.cookie;
    const response = await guest.post('/logout', { intent: 'logout' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/logout']);
    expect(guest.cookie).toBe(cookie);
    expect(response.headers.getSetCookie().join()).not.toContain('logged-out=');
    const html = await (await guest.get('/logout')).text();
    expect(html).toContain('Log out for good?');
    expect(html).toContain('href="/register"');
    expect((await visit().get('/logout')).headers.get('Location')).toBe('/');
  });

  test('ends the session only when the form is sent', async () => {
    const { visit } = createWeb(database.db);
    const guest = visit();
    await guest.post('/guest', {});
    const cookie = guest.cookie;
    await guest.get('/logout');
    expect(guest.cookie).toBe(cookie);
    const logout = await guest.post('/logout', { sure: 'yes' });
    expect([logout.status, logout.headers.get('Location')]).toEqual([302, '/']);
    expect(guest.cookie).toBeNull();
    expect(logout.headers.getSetCookie().join()).toContain('logged-out=');
    guest.cookie = cookie;
    expect(await textOf(await guest.get('/login'))).not.toContain('Welcome');
    expect(guest.cookie).toBeNull();
  });

  test('and logging in are rejected when another site sends the form', async () => {
    const { visit } = createWeb(database.db);
    const guest = visit();
    await guest.post('/guest', {});
    const cookie = guest.cookie;
    const foreign = { Origin: 'https://evil.example' };
    expect((await guest.post('/logout', {}, foreign)).status).toBe(403);
    expect((await visit().post('/guest', {}, foreign)).status).toBe(403);
    expect((await visit().post('/guest', {}, { Origin: 'null' })).status).toBe(403);
    expect(guest.cookie).toBe(cookie);
  });
});
