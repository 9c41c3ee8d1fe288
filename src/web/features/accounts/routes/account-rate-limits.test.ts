import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from '#integrations/argon2/password-hasher.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { readConfig } from '#server/config/config.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createWeb, type ServicesOverrides, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

/** Two client IP addresses, as a proxy in front of the server sends them. */
const school = { 'X-Forwarded-For': '198.51.100.7' };
const home = { 'X-Forwarded-For': '203.0.113.9' };

function createLimitedWeb(overrides: ServicesOverrides = {}) {
  const config = readConfig({ TRUST_PROXY: '1' });
  return createWeb(database.db, { config, rateLimiter: createRateLimiter(), ...overrides });
}

describe('rate limits of accounts', () => {
  const text = 'Rate limit exceeded. Please try again later.';

  test('block an IP address that guesses passwords, and not the owner at another IP address', async () => {
    const { visit } = createLimitedWeb();
    const person = generateRegistration();
    await visit().post('/register', person, school);
    for (let tries = 0; tries < 12; tries += 1) {
      await visit().post('/login', { ...person, password: 'a wrong guess' }, school);
    }
    const answer = await visit().post('/login', { ...person }, school);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await textOf(answer)).toContain(text);
    expect((await visit().post('/login', { ...person }, home)).status).toBe(302);
  });

  test('let the owner log in with a known device while others guess at the same IP address', async () => {
    const { visit } = createLimitedWeb();
    const person = generateRegistration();
    const owner = visit();
    await owner.post('/register', person, school);
    await owner.post('/login', person, school);
    await owner.get('/profile', school);
    await owner.post('/logout', {}, school);
    const stranger = visit();
    for (let tries = 0; tries < 12; tries += 1) {
      await stranger.post('/login', { ...person, password: 'a wrong guess' }, school);
    }
    expect((await stranger.post('/login', { ...person }, school)).status).toBe(429);
    expect((await owner.post('/login', { ...person }, school)).status).toBe(302);
  });

  test('do not treat a device of one account as known to another account', async () => {
    const { visit } = createLimitedWeb();
    const [person, victim] = [generateRegistration(), generateRegistration()];
    const stranger = visit();
    for (const form of [victim, person]) await stranger.post('/register', form, school);
    await stranger.post('/login', person, school);
    await stranger.get('/profile', school);
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const guess = { ...victim, password: 'a wrong guess' };
      statuses.push((await stranger.post('/login', guess, school)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('block guesses for one account from many IP addresses', async () => {
    const { visit, services } = createLimitedWeb();
    const person = generateRegistration();
    await visit().post('/register', person, school);
    for (let tries = 0; tries < 300; tries += 1) {
      await services.rateLimiter.take('login-by-account', person.username.toLowerCase());
    }
    expect((await visit().post('/login', { ...person }, home)).status).toBe(429);
  });

  test('block an IP address that tries many usernames', async () => {
    const { visit, services } = createLimitedWeb();
    for (let tries = 0; tries < 598; tries += 1) {
      await services.rateLimiter.take('login-by-address', school['X-Forwarded-For']);
    }
    const statuses = [];
    for (const username of ['nobody-1', 'nobody-2', 'nobody-3']) {
      const guess = { username, password: 'a wrong guess' };
      statuses.push((await visit().post('/login', guess, school)).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
  });

  test.each([
    ['/register', 500],
    ['/guest', 400],
  ])('block an IP address that creates too many accounts at %s', async (path, budget) => {
    const { visit, services } = createLimitedWeb();
    const name = path === '/guest' ? 'guest-by-address' : 'register-by-address';
    for (let count = 0; count < budget - 1; count += 1) {
      await services.rateLimiter.take(name, school['X-Forwarded-For']);
    }
    expect((await visit().post(path, generateRegistration(), school)).status).not.toBe(429);
    expect((await visit().post(path, generateRegistration(), school)).status).toBe(429);
  });

  test('allow 300 players behind one IP address', async () => {
    // The real queue of the hasher with the lowest cost of a hash.
    const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
    const { visit } = createLimitedWeb({ accounts: { hasher: createPasswordHasher({ cost }) } });
    const players = Array.from({ length: 300 }, generateRegistration);
    // As the browser's scripts send forms: the answers are data and no pages.
    const statusesOf = async (send: (player: (typeof players)[number]) => Promise<Response>) =>
      new Set((await Promise.all(players.map(send))).map((answer) => answer.status));
    const registered = await statusesOf((player) => visit().post('/register.data', player, school));
    expect([...registered]).toEqual([200]);
    // Every fourth player mistypes the password first.
    const mistyped = players.filter((_, index) => index % 4 === 0);
    await Promise.all(
      mistyped.map((player) =>
        visit().post('/login.data', { ...player, password: 'mistyped' }, school),
      ),
    );
    const loggedIn = await statusesOf((player) => visit().post('/login.data', player, school));
    expect([...loggedIn]).toEqual([202]);
    const guests = await statusesOf(() => visit().post('/guest.data', {}, school));
    expect([...guests]).toEqual([202]);
  });

  test('reject a flood of logins to one account, while other accounts can log in', async () => {
    const { visit } = createWeb(database.db, { accounts: { hasher: createPasswordHasher() } });
    const [person, other] = [generateRegistration(), generateRegistration()];
    for (const form of [person, other]) await visit().post('/register', form);
    let ticks = 0;
    const ticker = setInterval(() => {
      ticks += 1;
    }, 1);
    const flood = Array.from({ length: 300 }, () => visit().post('/login', person));
    const otherLogin = visit().post('/login', other);
    const answers = await Promise.all(flood);
    clearInterval(ticker);
    expect((await otherLogin).status).toBe(302);
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([302, 429]);
    // The event loop was not blocked while passwords were compared.
    expect(ticks).toBeGreaterThan(3);
    const rejected = answers.find((answer) => answer.status === 429);
    expect(await textOf(rejected as Response)).toMatch(
      /Too many requests at once|Rate limit exceeded/,
    );
  });

  test('show their error text on every account page', async () => {
    const { visit } = createWeb(database.db, {
      rateLimiter: {
        take: () => Promise.reject(new AppError('rate-limited', { retryAfterMs: 1_500 })),
        async giveBack() {},
        reset: async () => {},
      },
    });
    for (const path of ['/login', '/register', '/guest', '/forgot-password']) {
      const answer = await visit().post(path, generateRegistration());
      expect([path, answer.status, answer.headers.get('Retry-After')]).toEqual([path, 429, '2']);
      expect(await textOf(answer)).toContain(text);
    }
  });
});
