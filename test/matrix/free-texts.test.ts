import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, test } from 'vitest';
import type { Argument } from '#api/realm/functions/arguments.ts';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import { users } from '#database/schema.ts';
import { useDatabase } from '../fixtures/database.ts';
import { muteAccount } from '../fixtures/mutes.ts';
import { takeChanges } from '../fixtures/recorded-changes.ts';
import { moderationRoutes, otherRoutes, sessionRoutes } from './form-routes.ts';
import { listRoutes } from './route-table.ts';
import {
  cardText,
  forms,
  functions,
  rows,
  toModerators,
  useWriter,
  type Write,
  type Writer,
} from './written-texts.ts';

const database = useDatabase({ recordsChanges: true });
const createWriter = useWriter(database);
const hourMs = 60 * 60 * 1000;
const trades = '/community/market/trades';

/** Routes whose forms have no text that other players read. Editors of the catalog write in the name of the site. */
const routesWithoutText = [
  ...otherRoutes.filter((path) => path.startsWith('/admin/') || path.startsWith('/settings')),
  '/game-session/:gameId',
  '/game-info/:gameId',
  '/community/market',
  '/profile',
  '/profile/:username/friend',
  '/profile/notification',
  '/profile/:username/inventory',
  '/profile/:username/inventory/duplicates',
  '/profile/showcase',
  '/community/pictures/:pictureId',
  `${trades}/:offerId`,
  '/community/market/listings',
  '/community/market/cards',
  '/community/market/cards/:kindId',
  '/community/market/orders',
  '/community/market/view',
  '/wishlist',
  '/collection/:gameId',
  '/collection/:gameId/order',
  '/announcement',
  '/play',
  '/play/:gameId',
  '/library/saves',
  '/add-money',
  '/groups/:groupId',
  '/redeem',
  '/daily-reward',
  '/screen-width',
  '/forgot-password',
  '/reset-password',
  '/confirm',
  '/unsubscribe',
];

test('every route with an action is here, or its forms have no text for others', () => {
  const known = [...Object.keys(forms), ...Object.keys(toModerators), ...routesWithoutText];
  const actions = listRoutes().flatMap(({ path, hasAction }) => (hasAction ? [path] : []));
  const expected = [...known, ...moderationRoutes, ...sessionRoutes];
  expect([...new Set(expected)].toSorted()).toEqual([...new Set(actions)].toSorted());
});

/** Whether an argument accepts more than a name or an id. */
const isFreeText = ({ kind, schema, fields = [] }: Argument): boolean =>
  (kind === 'value' && schema.safeParse('a'.repeat(201)).success) || fields.some(isFreeText);

test('every function with a free text is here', () => {
  const found = [...functionRegistry.values()].filter(
    ({ callers, signatures }) =>
      callers !== 'admin' && signatures.some(({ arguments: list }) => list.some(isFreeText)),
  );
  // These have an address or a password.
  const others = ['rateLimit', 'registerUser', 'loginUser'];
  const names = found.map(({ name }) => name).filter((name) => !others.includes(name));
  expect(names.toSorted()).toEqual(Object.keys(functions).toSorted());
});

const state = {
  'a player': async () => undefined,
  'a muted player': async ({ actor, ctx }: Writer) => {
    const until = new Date(ctx.clock.now().getTime() + hourMs);
    await muteAccount(database.db, { userId: actor.id, until });
  },
  'a suspended player': async ({ actor }: Writer) => {
    await database.db.update(users).set({ banned: true }).where(eq(users.id, actor.id));
  },
};

/** The rows whose texts are in the database afterwards. */
async function listWritten(writer: Writer, all: Record<string, Write>): Promise<string[]> {
  const written: string[] = [];
  for (const [name, write] of Object.entries(all)) {
    const words = `W${randomUUID().slice(0, 13)}`;
    await takeChanges(database.db);
    // A refused call of a function rejects.
    await write(writer, words).catch((error: Error) => expect(error.name).toBe('ApiError'));
    const changes = await takeChanges(database.db);
    if (changes.some(({ row }) => row.includes(words))) written.push(name);
  }
  return written;
}

it.each([
  ['a player', Object.keys(rows), Object.keys(toModerators)],
  ['a muted player', [], Object.keys(toModerators)],
  ['a suspended player', [], []],
] as const)('%s writes what it may', async (who, texts, reports) => {
  const writer = await createWriter();
  await state[who](writer);
  expect(await listWritten(writer, rows)).toEqual(texts);
  expect(await listWritten(writer, toModerators)).toEqual(reports);
});

it('a muted player can offer cards without a message, and choose an avatar', async () => {
  const writer = await createWriter();
  await state['a muted player'](writer);
  const { browser, friend, card, actor } = writer;
  const offer = { with: friend.username, give: cardText(card), get: '', key: randomUUID() };
  await takeChanges(database.db);
  await browser.post(`${trades}/new?with=${friend.username}`, { ...offer, message: '' });
  await browser.post('/profile/edit', {
    ...{ name: actor.username, description: '', profilePic: 'profile7.webp' },
  });
  const changes = await takeChanges(database.db);
  expect(changes.some(({ table }) => table === 'trade_offers')).toBe(true);
  expect(changes.some(({ row }) => row.includes('profile7.webp'))).toBe(true);
});

it('a muted player reads in the form of an offer why it was not sent', async () => {
  const writer = await createWriter();
  await state['a muted player'](writer);
  const response = (await rows['message of an offer']?.(writer, 'Hello you')) as Response;
  expect(await response.text()).toContain('A moderator muted you');
});
