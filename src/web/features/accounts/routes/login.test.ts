import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users, wallets } from '#database/schema.ts';
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

describe('registering and logging in', () => {
  test('leads from the registration to the login and then to the requested page', async () => {
    const { visit } = createWeb(database.db);
    const visitor = visit();
    const person = generateRegistration();
    const registered = await visitor.post('/register', { ...person, next: '/library' });
    expect(registered.status).toBe(200);
    const html = await registered.text();
    expect(html).toContain('Registration successful! Redirecting to login page...');
    expect(html).toContain('3;url=/login?next=%2Flibrary');
    expect(visitor.cookie).toBeNull();
    expect(await accountOf(person.username)).toMatchObject({
      displayUsername: person.username,
      role: 'player',
      emailVerified: true,
    });

    const login = await visitor.post('/login', {
      username: person.username.toUpperCase(),
      password: person.password,
      next: '/library',
    });
    expect(login.status).toBe(302);
    expect(login.headers.get('Location')).toBe('/library');
    const welcome = await visitor.get('/login');
    expect(await textOf(welcome)).toContain(`Welcome, ${person.username}!`);
    const again = await visitor.get('/register');
    expect([again.status, again.headers.get('Location')]).toEqual([302, '/']);
  });

  test('shows the reason for the login only to visitors whom a page redirected', async () => {
    const { visit } = createWeb(database.db);
    const visitor = visit();
    const readReasonAt = async (path: string) => {
      const redirected = await visitor.get(path);
      return textOf(await visitor.get(redirected.headers.get('Location') ?? ''));
    };
    expect(await readReasonAt('/profile')).toContain('No user data found. Please log in.');
    expect(await readReasonAt('/community')).toContain('Log in to see the pictures that players');
    expect(await readReasonAt('/community/discussion/create-discussion')).toContain(
      'Log in to take part in the discussions.',
    );
    expect(await readReasonAt('/add-money')).toContain('Log in to see this page.');
    const reason = 'Log in to see your games.';
    const redirected = await visitor.get('/library');
    const login = redirected.headers.get('Location') ?? '';
    expect(await textOf(await visitor.get(login))).toContain(reason);
    expect(await textOf(await visitor.get('/login'))).not.toContain(reason);
    const registered = await visitor.post('/register', {
      ...generateRegistration(),
      next: '/library',
    });
    const loginPath = /3;url=(\/login[^"]*)/.exec(await registered.text())?.[1] ?? '';
    const after = await textOf(await visitor.get(loginPath.replace('&amp;', '&')));
    expect(after).toContain('Log in');
    expect(after).not.toContain(reason);
    await visitor.post('/guest', {});
    expect(await textOf(await visitor.get(login))).not.toContain(reason);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'never redirects to %s',
    async (next) => {
      const { visit } = createWeb(database.db);
      const person = generateRegistration();
      await visit().post('/register', person);
      const login = await visit().post('/login', { ...person, next });
      expect(login.headers.get('Location')).toBe('/');
    },
  );

  test('answers an unknown username and a wrong password with the same text', async () => {
    const { visit } = createWeb(database.db);
    const person = generateRegistration();
    await visit().post('/register', person);
    const wrong = await visit().post('/login', { ...person, password: 'not the password' });
    const unknown = await visit().post('/login', { ...person, username: 'nobody-here' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const [wrongText, unknownText] = [await textOf(wrong), await textOf(unknown)];
    expect(wrongText).toContain('Incorrect username or password.');
    expect(unknownText).toBe(wrongText);
  });

  test('hashes once for an unknown username, as for a known one', async () => {
    let hashed = 0;
    const count = async (result: boolean) => {
      hashed += 1;
      return result;
    };
    const { visit } = createWeb(database.db, {
      accounts: {
        hasher: { hash: async () => String(await count(true)), verify: () => count(false) },
      },
    });
    const person = generateRegistration();
    await visit().post('/register', person);
    hashed = 0;
    await visit().post('/login', person);
    expect(hashed).toBe(1);
    await visit().post('/login', { ...person, username: 'nobody-here' });
    expect(hashed).toBe(2);
  });

  test.each([
    ['x'.repeat(21), 'long enough'],
    ['a'.repeat(100_000), 'b'.repeat(100_000)],
    ["' or 1=1 --", "' or 1=1 --"],
    ['\u0000admin', '\u0000'],
    ['../admin', 'long enough'],
  ])('rejects malformed credentials like wrong ones', async (username, password) => {
    const { visit } = createWeb(database.db);
    const answer = await visit().post('/login', { username, password });
    expect(answer.status).toBe(401);
    expect(await textOf(answer)).toContain('Incorrect username or password.');
  });

  test('keeps the typed text except the password, and shows which fields are invalid', async () => {
    const { visit } = createWeb(database.db);
    const answer = await visit().post('/register', {
      username: 'no spaces please',
      password: 'secret7',
      email: 'not-an-address',
    });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('Registration failed');
    expect(html).toContain('value="no spaces please"');
    expect(html).toContain('value="not-an-address"');
    expect(html).not.toContain('secret7');
    expect(html).toContain('Use at least 8 characters.');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(3);
  });

  test.each([
    ['ab', 'Use at least 3 characters.'],
    ['a'.repeat(21), 'Use at most 20 characters.'],
    ['-ada', 'start with a letter or a digit'],
    ['ada.lovelace', 'Use letters, digits'],
    ['адa-lovelace', 'Use letters, digits'],
    ['Admin', 'This username is reserved.'],
    ['edit', 'This username is reserved.'],
    ['guest-abc123', 'This username is reserved.'],
    ['SYSTEM', 'This username is reserved.'],
  ])('does not register the username %s: %s', async (username, errorText) => {
    const { visit } = createWeb(database.db);
    const answer = await visit().post('/register', { ...generateRegistration(), username });
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain(errorText);
    expect(await accountOf(username)).toBeUndefined();
  });

  test('gives a username to one of twenty requests at the same time, in any case, with one wallet', async () => {
    const { visit } = createWeb(database.db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        visit().post('/register', {
          ...generateRegistration(),
          username: index % 2 ? 'Contested' : 'cONTESTED',
        }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    const [rejected] = answers.filter((answer) => answer.status === 409);
    expect(await textOf(rejected as Response)).toContain('This username is already taken.');
    const owner = await accountOf('contested');
    const rows = await database.db
      .select()
      .from(wallets)
      .where(eq(wallets.userId, owner?.id ?? ''));
    expect(rows).toEqual([{ userId: owner?.id, balance: 0, setAside: 0 }]);
  });

  test('shows a general error text when the password hasher fails', async () => {
    const broken = {
      hash: () => Promise.reject(new Error('broken')),
      verify: () => Promise.reject(new Error('broken')),
    };
    const { visit } = createWeb(database.db, { accounts: { hasher: broken } });
    const register = await visit().post('/register', generateRegistration());
    expect(register.status).toBe(500);
    expect(await textOf(register)).toContain(
      'Error occurred during registration. Please try again.',
    );
    const login = await visit().post('/login', generateRegistration());
    expect(login.status).toBe(500);
    expect(await textOf(login)).toContain('Something went wrong. Please try again.');
  });

  test('says that an account is suspended only after the right password', async () => {
    const { visit } = createWeb(database.db);
    const person = generateRegistration();
    await visit().post('/register', person);
    await database.db
      .update(users)
      .set({ banned: true })
      .where(eq(users.username, person.username.toLowerCase()));
    const visitor = visit();
    const right = await visitor.post('/login', person);
    expect(right.status).toBe(403);
    expect(await textOf(right)).toContain('This account is suspended.');
    expect(visitor.cookie).toBeNull();
    expect((await visitor.post('/login', { ...person, password: 'a guess' })).status).toBe(401);
  });
});
