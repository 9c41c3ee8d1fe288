import { describe, expect, test } from 'vitest';
import { createHasher } from '#adapters/argon2-hasher.ts';
import { createLimits } from '#adapters/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { useDatabase } from '#test/database.ts';
import { newcomer } from '#test/newcomer.ts';
import { createWeb, textOf } from '#test/web.ts';

const database = useDatabase();

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
