import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { badKeys, longText, readPlayerData } from '#test/fixtures/rejected-forms.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

const badAmounts = [
  '',
  'abc',
  '-5',
  '+5',
  '0',
  '0.99',
  '500.01',
  '1e3',
  'NaN',
  'Infinity',
  '5,000',
];

describe('adding money', () => {
  it.each([
    ...badAmounts.map((amount) => ({ amount, key: randomUUID() })),
    ...['10.999', '99999999999', '0x10', '٠', '10\u0000', longText].map((amount) => ({
      amount,
      key: randomUUID(),
    })),
    ...badKeys.map((key) => ({ amount: '5', key })),
    { key: randomUUID() },
    { amount: '5' },
    {},
  ])('rejects %j', async (fields) => {
    const { player } = await createLoggedInPlayer(database.db);
    const before = await readPlayerData(database.db);
    const response = await player.post('/add-money', fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await readPlayerData(database.db)).toEqual(before);
  });

  it('shows the error beside the field', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const response = await player.post('/add-money', { amount: '501', key: randomUUID() });
    expect(await textOf(response)).toContain('Enter an amount from $1.00 to $500.00.');
  });

  it('shows an error for more than two decimals in a form without scripts', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const response = await player.post('/add-money', { amount: '12.349', key: randomUUID() });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('An amount has at most two decimals.');
    expect(html).toContain('value="12.349"');
  });

  it('shows the rest of the daily limit when more is requested', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const add = async (amount: string) =>
      textOf(await player.post('/add-money', { amount, key: randomUUID() }));
    await add('487.60');
    expect(await add('20')).toContain(
      'You can add at most $500.00 a day. Today you can still add $12.40.',
    );
    await add('12.40');
    expect(await add('1')).toContain('Today you cannot add more: come back tomorrow.');
  });

  it('is not for guests and visitors, and offers guests registration', async () => {
    const { player, web } = await createLoggedInPlayer(database.db, { role: 'guest' });
    const fields = { amount: '5', key: randomUUID() };
    const page = await player.get('/add-money');
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('href="/register?next=%2Fadd-money"');
    expect((await player.post('/add-money', fields)).status).toBe(403);
    const response = await web.visit().post('/add-money', fields);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      '/login?next=%2Fadd-money',
    ]);
  });

  it('adds money once, however often the form is sent', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const fields = { amount: '12.50', key: randomUUID() };
    await player.post('/add-money', fields);
    await player.post('/add-money', fields);
    expect(await textOf(await player.get('/profile/wallet'))).toContain('$62.50');
  });
});
