import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createHasher } from '#adapters/argon2-hasher.ts';
import { createLimits } from '#adapters/limits.ts';
import { users, wallets } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import { useDatabase } from '#test/database.ts';
import { createWeb } from '#test/web.ts';

const database = useDatabase();

let counter = 0;
function newcomer() {
  counter += 1;
  return {
    username: `Grace_${counter}`,
    password: 'a long password',
    email: `grace${counter}@example.test`,
  };
}

/** The text that a reader of the page sees. */
async function textOf(response: Response): Promise<string> {
  const html = await response.text();
  return html
    .replace(/<(script|style|head)[\s>][\s\S]*?<\/\1>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

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

describe('a guest', () => {
  test('plays after one click, and keeps id and balance when registering', async () => {
    const { visit } = createWeb(database.db);
    const guest = visit();
    const entered = await guest.post('/guest', { next: '/library' });
    expect([entered.status, entered.headers.get('Location')]).toEqual([302, '/library']);
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

    const person = newcomer();
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

  test('may log in to another account instead', async () => {
    const { visit } = createWeb(database.db);
    const person = newcomer();
    await visit().post('/register', person);
    const guest = visit();
    await guest.post('/guest', {});
    const screen = await textOf(await guest.get('/login'));
    expect(screen).toContain('Log in to another account');
    expect((await guest.post('/login', person)).status).toBe(302);
    expect(await textOf(await guest.get('/login'))).toContain(`Welcome, ${person.username}!`);
  });

  test('is told when it cannot be', async () => {
    const { visit, services } = createWeb(database.db);
    services.limits.take = async () => {
      throw new Error('broken');
    };
    const answer = await visit().post('/guest', {});
    expect(answer.status).toBe(500);
    expect(await textOf(answer)).toContain('Unable to login as guest.');
  });
});

describe('logging out', () => {
  test('ends the session, and only by the form', async () => {
    const { visit } = createWeb(database.db);
    const guest = visit();
    await guest.post('/guest', {});
    const cookie = guest.cookie;
    await guest.get('/logout');
    expect(guest.cookie).toBe(cookie);
    const left = await guest.post('/logout', {});
    expect([left.status, left.headers.get('Location')]).toEqual([302, '/']);
    expect(guest.cookie).toBeNull();
    guest.cookie = cookie;
    expect(await textOf(await guest.get('/login'))).not.toContain('Welcome');
    expect(guest.cookie).toBeNull();
  });

  test('and logging in are not done for another site', async () => {
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

describe('limits', () => {
  const text = 'Rate limit exceeded. Please try again later.';

  test('stop guesses at one account, from wherever they come', async () => {
    const { visit, services } = createWeb(database.db, { limits: createLimits() });
    const person = newcomer();
    await visit().post('/register', person);
    const guess = { username: person.username, password: 'a wrong guess' };
    for (let tries = 0; tries < 10; tries += 1) await visit().post('/login', guess);
    const answer = await visit().post('/login', { ...person });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await textOf(answer)).toContain(text);
    await services.limits.reset('login-by-account', person.username.toLowerCase());
    expect((await visit().post('/login', { ...person })).status).toBe(302);
  });

  test('stop an address that tries many names', async () => {
    const { visit } = createWeb(database.db, { limits: createLimits() });
    const statuses = [];
    for (let tries = 0; tries < 61; tries += 1) {
      const answer = await visit().post('/login', {
        username: `nobody-${tries}`,
        password: 'a wrong guess',
      });
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
    expect(statuses[60]).toBe(429);
  });

  test.each(['/register', '/guest'])('stop an address that makes accounts at %s', async (path) => {
    const { visit } = createWeb(database.db, { limits: createLimits() });
    const statuses = [];
    for (let tries = 0; tries < 21; tries += 1) {
      statuses.push((await visit().post(path, newcomer())).status);
    }
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses[20]).toBe(429);
  });

  test('shed a storm of logins, while the shop goes on', async () => {
    const { visit } = createWeb(database.db, { hasher: createHasher({ parallel: 2, waiting: 4 }) });
    const person = newcomer();
    await visit().post('/register', person);
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => visit().post('/login', person)),
    );
    clearInterval(beat);
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([302, 429]);
    expect(answers.filter((answer) => answer.status === 302).length).toBeGreaterThanOrEqual(6);
    // The event loop turned while passwords were compared.
    expect(turns).toBeGreaterThan(3);
    const shed = answers.find((answer) => answer.status === 429);
    expect(await textOf(shed as Response)).toContain(text);
  });

  test('are words, not broken pages, whatever refused', async () => {
    const { visit } = createWeb(database.db, {
      limits: {
        take: () => Promise.reject(new Refusal('rate-limited', { retryAfterMs: 1_500 })),
        reset: async () => {},
      },
    });
    for (const path of ['/login', '/register', '/guest', '/forgot-password']) {
      const answer = await visit().post(path, newcomer());
      expect([path, answer.status, answer.headers.get('Retry-After')]).toEqual([path, 429, '2']);
      expect(await textOf(answer)).toContain(text);
    }
  });
});

describe('mailed links', () => {
  test('lead through a new password without script', async () => {
    const { ctx, visit } = createWeb(database.db);
    const person = newcomer();
    await visit().post('/register', person);
    const asked = await visit().post('/forgot-password', { email: person.email });
    const stranger = await visit().post('/forgot-password', { email: 'nobody@example.test' });
    expect([asked.status, stranger.status]).toEqual([200, 200]);
    expect(await textOf(asked)).toBe(await textOf(stranger));
    expect(ctx.mails).toHaveLength(1);
    const link = /http:\/\/localhost:3000(\S+)/.exec(ctx.mails[0]?.text ?? '')?.[1] ?? '';

    const visitor = visit();
    const short = await visitor.post(link, { token: tokenOf(link), password: 'short' });
    expect(short.status).toBe(400);
    expect(await textOf(short)).toContain('Use at least 8 characters.');
    const changed = await visitor.post(link, { token: tokenOf(link), password: 'another one' });
    expect(await textOf(changed)).toContain('Log in with your new password.');
    const again = await visitor.post(link, { token: tokenOf(link), password: 'yet another' });
    expect(again.status).toBe(400);
    expect(await textOf(again)).toContain('This link has expired or was used before.');
    expect((await visit().post('/login', { ...person })).status).toBe(401);
    expect((await visit().post('/login', { ...person, password: 'another one' })).status).toBe(302);
  });

  test('confirm an address only when the button is pressed', async () => {
    const mails: string[] = [];
    const { visit } = createWeb(database.db, {
      mailer: { delivers: true, send: async ({ text }) => void mails.push(text) },
    });
    const person = newcomer();
    await visit().post('/register', person);
    const link = /http:\/\/localhost:3000(\S+)/.exec(mails[0] ?? '')?.[1] ?? '';
    await visit().get(link);
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: false });
    const confirmed = await visit().post(link, { token: tokenOf(link) });
    expect(await textOf(confirmed)).toContain('Your email is confirmed.');
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: true });
    const again = await visit().post(link, { token: tokenOf(link) });
    expect(again.status).toBe(400);
  });

  function tokenOf(link: string): string {
    return new URL(link, 'http://localhost').searchParams.get('token') ?? '';
  }
});
