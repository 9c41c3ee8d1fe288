import { describe, expect, it } from 'vitest';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function open(path: string) {
  const response = await createWeb(database.db).visit().get(path);
  expect(response.status).toBe(200);
  return response;
}

const idsOf = (html: string) => [...html.matchAll(/<article id="(\w+)"/g)].map(([, id]) => id);

describe('the reference', () => {
  it('lists every function of the registry with its own anchor', async () => {
    const html = await (await open('/reference')).text();
    expect(idsOf(html).toSorted()).toEqual([...functionRegistry.keys()].toSorted());
    for (const name of functionRegistry.keys()) expect(html).toContain(`href="#${name}"`);
  });

  it('shows the callers, the arguments, a call and its result', async () => {
    const text = await textOf(await open('/reference?q=purchaseGame'));
    for (const part of [
      'Buys a game at its current price.',
      'Players and guests',
      'The current price of the game as a negative number, such as -9.99. Any other amount is rejected, and the error names the price.',
      "purchaseGame({ username: 'Ada', amount: -9.99, game: 'Portal 2' })",
      '{ success: true }',
    ]) {
      expect(text).toContain(part.replaceAll("'", '&#x27;'));
    }
  });

  it('finds functions by name and description in any case', async () => {
    const found = async (q: string) => idsOf(await (await open(`/reference?q=${q}`)).text());
    expect(await found('GETALLUSERS')).toEqual(['getAllUsers']);
    expect(await found('daily+reward')).toEqual(['getLastClaimDate', 'claimDailyReward']);
    expect(await found('')).toHaveLength(functionRegistry.size);
  });

  it('says so when no function is found, whatever the search term is', async () => {
    for (const q of ['zzzz', '%00', '%3Cscript%3E', 'x'.repeat(5_000), '%5B.%2A%28']) {
      const response = await open(`/reference?q=${q}`);
      const html = await response.clone().text();
      expect(idsOf(html)).toEqual(q === '%00' ? idsOf(html) : []);
      expect(html).not.toContain('<script>”');
    }
    expect(await textOf(await open('/reference?q=zzzz'))).toContain(
      'No function has this text in its name or description.',
    );
  });
});
