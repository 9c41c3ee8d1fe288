import { describe, expect, test } from 'vitest';
import { createHasher } from '#integrations/argon2/password-hasher.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { readConfig } from '#server/config/config.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

/** Two addresses, as a proxy in front names them. */
const school = { 'X-Forwarded-For': '198.51.100.7' };
const home = { 'X-Forwarded-For': '203.0.113.9' };

function limitedWeb(overrides: Partial<Services> = {}) {
  const config = readConfig({ TRUST_PROXY: '1' });
  return createWeb(database.db, { config, rateLimiter: createRateLimiter(), ...overrides });
}

describe('limits', () => {
  const text = 'Rate limit exceeded. Please try again later.';

  test('keep an address that guesses out, and not the owner elsewhere', async () => {
    const { visit } = limitedWeb();
    const person = newcomer();
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

  test('let the owner in on a browser that was logged in before, whoever guesses there', async () => {
    const { visit } = limitedWeb();
    const person = newcomer();
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

  test('know no browser for an account that another account was logged in to', async () => {
    const { visit } = limitedWeb();
    const [person, victim] = [newcomer(), newcomer()];
    const stranger = visit();
    for (const one of [victim, person]) await stranger.post('/register', one, school);
    await stranger.post('/login', person, school);
    await stranger.get('/profile', school);
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const guess = { ...victim, password: 'a wrong guess' };
      statuses.push((await stranger.post('/login', guess, school)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('stop guesses that come from many addresses', async () => {
    const { visit, services } = limitedWeb();
    const person = newcomer();
    await visit().post('/register', person, school);
    for (let tries = 0; tries < 300; tries += 1) {
      await services.rateLimiter.take('login-by-account', person.username.toLowerCase());
    }
    expect((await visit().post('/login', { ...person }, home)).status).toBe(429);
  });

  test('stop an address that tries many names', async () => {
    const { visit } = limitedWeb();
    const statuses = [];
    for (let tries = 0; tries < 601; tries += 1) {
      const guess = { username: `nobody-${tries}`, password: 'a wrong guess' };
      statuses.push((await visit().post('/login', guess, school)).status);
    }
    expect(statuses.slice(0, 600).every((status) => status === 401)).toBe(true);
    expect(statuses[600]).toBe(429);
  }, 60_000);

  test.each([
    ['/register', 500],
    ['/guest', 400],
  ])('stop an address that makes accounts at %s', async (path, budget) => {
    const { visit, services } = limitedWeb();
    const name = path === '/guest' ? 'guest-by-address' : 'register-by-address';
    for (let made = 0; made < budget - 1; made += 1) {
      await services.rateLimiter.take(name, school['X-Forwarded-For']);
    }
    expect((await visit().post(path, newcomer(), school)).status).not.toBe(429);
    expect((await visit().post(path, newcomer(), school)).status).toBe(429);
  });

  test('leave room for 300 players behind one address', async () => {
    const { visit } = limitedWeb({ hasher: createHasher() });
    const players = Array.from({ length: 300 }, newcomer);
    const statusesOf = async (send: (player: (typeof players)[number]) => Promise<Response>) =>
      new Set((await Promise.all(players.map(send))).map((answer) => answer.status));
    const registered = await statusesOf((player) => visit().post('/register', player, school));
    expect([...registered]).toEqual([200]);
    // Every fourth mistypes first.
    const mistyped = players.filter((_, index) => index % 4 === 0);
    await Promise.all(
      mistyped.map((player) => visit().post('/login', { ...player, password: 'mistyped' }, school)),
    );
    const loggedIn = await statusesOf((player) => visit().post('/login', player, school));
    expect([...loggedIn]).toEqual([302]);
    const guests = await statusesOf(() => visit().post('/guest', {}, school));
    expect([...guests]).toEqual([302]);
  }, 120_000);

  test('shed a storm on one account, while the shop and other accounts go on', async () => {
    const { visit } = createWeb(database.db, { hasher: createHasher() });
    const [person, other] = [newcomer(), newcomer()];
    for (const one of [person, other]) await visit().post('/register', one);
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    const storm = Array.from({ length: 300 }, () => visit().post('/login', person));
    const honest = visit().post('/login', other);
    const answers = await Promise.all(storm);
    clearInterval(beat);
    expect((await honest).status).toBe(302);
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([302, 429]);
    // The event loop turned while passwords were compared.
    expect(turns).toBeGreaterThan(3);
    const shed = answers.find((answer) => answer.status === 429);
    expect(await textOf(shed as Response)).toMatch(/Too many requests at once|Rate limit exceeded/);
  });

  test('are words, not broken pages, whatever refused', async () => {
    const { visit } = createWeb(database.db, {
      rateLimiter: {
        take: () => Promise.reject(new AppError('rate-limited', { retryAfterMs: 1_500 })),
        async giveBack() {},
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
