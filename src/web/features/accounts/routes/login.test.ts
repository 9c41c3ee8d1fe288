import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users, wallets } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

async function accountOf(username: string) {
  const [row] = await database.db
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return row;
}

describe('registering and logging in', () => {
  test('leads from the form to the login and on to where the visitor wanted to go', async () => {
    const { visit } = createWeb(database.db);
    const visitor = visit();
    const person = newcomer();
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

  test('says why a visitor is here that a screen sent, and to nobody else', async () => {
    const { visit } = createWeb(database.db);
    const why = 'No user data found. Please log in.';
    const visitor = visit();
    const sent = await visitor.get('/library');
    const login = sent.headers.get('Location') ?? '';
    expect(await textOf(await visitor.get(login))).toContain(why);
    expect(await textOf(await visitor.get('/login'))).not.toContain(why);
    const registered = await visitor.post('/register', { ...newcomer(), next: '/library' });
    const onward = /3;url=(\/login[^"]*)/.exec(await registered.text())?.[1] ?? '';
    const after = await textOf(await visitor.get(onward.replace('&amp;', '&')));
    expect(after).toContain('Log in');
    expect(after).not.toContain(why);
    await visitor.post('/guest', {});
    expect(await textOf(await visitor.get(login))).not.toContain(why);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'never leads to %s',
    async (next) => {
      const { visit } = createWeb(database.db);
      const person = newcomer();
      await visit().post('/register', person);
      const login = await visit().post('/login', { ...person, next });
      expect(login.headers.get('Location')).toBe('/');
    },
  );

  test('answers an unknown name and a wrong password alike', async () => {
    const { visit } = createWeb(database.db);
    const person = newcomer();
    await visit().post('/register', person);
    const wrong = await visit().post('/login', { ...person, password: 'not the password' });
    const unknown = await visit().post('/login', { ...person, username: 'nobody-here' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const [wrongText, unknownText] = [await textOf(wrong), await textOf(unknown)];
    expect(wrongText).toContain('Incorrect username or password.');
    expect(unknownText).toBe(wrongText);
  });

  test('hashes once for an unknown name, as for a known one', async () => {
    let hashed = 0;
    const count = async (answer: boolean) => {
      hashed += 1;
      return answer;
    };
    const { visit } = createWeb(database.db, {
      hasher: { hash: async () => String(await count(true)), verify: () => count(false) },
    });
    const person = newcomer();
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
  ])('refuses strange credentials as any wrong ones', async (username, password) => {
    const { visit } = createWeb(database.db);
    const answer = await visit().post('/login', { username, password });
    expect(answer.status).toBe(401);
    expect(await textOf(answer)).toContain('Incorrect username or password.');
  });

  test('keeps what was typed but the password, and says which field is wrong', async () => {
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
  ])('does not register %s', async (username, why) => {
    const { visit } = createWeb(database.db);
    const answer = await visit().post('/register', { ...newcomer(), username });
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain(why);
    expect(await accountOf(username)).toBeUndefined();
  });

  test('lets one of twenty have a name, whatever its case, with one wallet', async () => {
    const { visit } = createWeb(database.db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        visit().post('/register', {
          ...newcomer(),
          username: index % 2 ? 'Contested' : 'cONTESTED',
        }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    const [refused] = answers.filter((answer) => answer.status === 409);
    expect(await textOf(refused as Response)).toContain('This username is already taken.');
    const owner = await accountOf('contested');
    const rows = await database.db
      .select()
      .from(wallets)
      .where(eq(wallets.userId, owner?.id ?? ''));
    expect(rows).toEqual([{ userId: owner?.id, balance: 0 }]);
  });

  test('says calmly when something breaks', async () => {
    const broken = {
      hash: () => Promise.reject(new Error('broken')),
      verify: () => Promise.reject(new Error('broken')),
    };
    const { visit } = createWeb(database.db, { hasher: broken });
    const register = await visit().post('/register', newcomer());
    expect(register.status).toBe(500);
    expect(await textOf(register)).toContain(
      'Error occurred during registration. Please try again.',
    );
    const login = await visit().post('/login', newcomer());
    expect(login.status).toBe(500);
    expect(await textOf(login)).toContain('Something went wrong. Please try again.');
  });

  test('refuses a suspended account, and only to who knows its password', async () => {
    const { visit } = createWeb(database.db);
    const person = newcomer();
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
