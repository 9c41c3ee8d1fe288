import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, test } from 'vitest';
import type { Argument } from '#api/realm/functions/arguments.ts';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import { moderationLog, users } from '#database/schema.ts';
import { createOffer } from '#domain/trades/create-offer.ts';
import { createTestComment, createTestDiscussion } from '../fixtures/create-discussion.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '../fixtures/factories.ts';
import { befriend } from '../fixtures/friends.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { kindId } from '../fixtures/market.ts';
import { muteAccount } from '../fixtures/mutes.ts';
import { callerOf } from '../fixtures/realm-functions.ts';
import { takeChanges } from '../fixtures/recorded-changes.ts';
import { useSocketServer } from '../fixtures/sockets.ts';
import { moderationRoutes, otherRoutes, sessionRoutes } from './form-routes.ts';
import { listRoutes } from './route-table.ts';

const database = useDatabase({ recordsChanges: true });
const startSockets = useSocketServer(database);
const hourMs = 60 * 60 * 1000;
const trades = '/community/market/trades';

/** A player with a session, a socket and things of their own, and a friend. */
async function createWriter() {
  const { ctx: base, createWebPlayer } = await startSockets();
  const ctx = { ...base, notifier: { ...base.notifier, deliverSoon() {} } };
  const { actor, visitor, open } = await createWebPlayer();
  const friend = await createPlayer(database.db);
  await befriend(database.db, actor.id, friend.id);
  await createCardSets(database.db);
  const { id: gameId, name: gameName } = await createGame(database.db);
  for (const { id } of [actor, actor, friend])
    await createCard(database.db, { ownerId: id, gameId, kindId });
  const card = { gameId, kindId, copies: 1 };
  const discussionId = await createTestDiscussion(ctx, actor);
  const socket = await open();
  const joined = await socket.emitWithAck('join', {
    user1: actor.username,
    user2: friend.username,
  });
  if (!joined.ok) throw new Error(joined.error);
  const offer = { username: actor.username, give: [card], want: [], message: '' };
  const offerOfFriend = async () =>
    (await createOffer({ ...ctx, actor: friend }, { ...offer, key: randomUUID() })).offerId;
  return {
    ctx,
    actor,
    browser: visitor,
    socket,
    conversationId: joined.conversationId,
    friend,
    card,
    cardByName: { gameName, cardName: 'Crown' },
    discussionId,
    commentId: await createTestComment(ctx, actor, discussionId),
    pictureId: await createPicture(ctx, { userId: actor.id, publishedAt: null }),
    offerIds: [await offerOfFriend(), await offerOfFriend()] as const,
    call: (name: string, args: unknown[]) =>
      callFunction(ctx, { name, args, caller: callerOf(actor) }),
  };
}

type Writer = Awaited<ReturnType<typeof createWriter>>;
type Write = (writer: Writer, words: string) => Promise<unknown>;

const cardText = ({ gameId, kindId, copies }: Writer['card']) => `${gameId}.${kindId}.${copies}`;
const toDiscussion = (content: string) => ({ title: 'Best map?', content, game: '', tags: '' });

/** Every form with a text that others read, by route. */
const forms: Record<string, Record<string, Write>> = {
  '/profile/:username': {
    'comment on a profile': ({ browser, friend }, text) =>
      browser.post(`/profile/${friend.username}`, { text, key: randomUUID() }),
  },
  '/chat/:username/:friendName': {
    'message without scripts': ({ browser, actor, friend }, text) =>
      browser.post(`/chat/${actor.username}/${friend.username}`, { id: randomUUID(), text }),
  },
  [`${trades}/new`]: {
    'message of an offer': ({ browser, friend, card }, message) =>
      browser.post(`${trades}/new?with=${friend.username}`, {
        ...{ with: friend.username, give: cardText(card), get: '', message, key: randomUUID() },
      }),
    'message of an answer to an offer': (writer, message) =>
      writer.browser.post(`${trades}/new`, {
        ...{ with: writer.friend.username, answer: writer.offerIds[0] },
        ...{ give: cardText(writer.card), get: '', message, key: randomUUID() },
      }),
  },
  '/community/discussion/create-discussion': {
    discussion: ({ browser }, content) =>
      browser.post('/community/discussion/create-discussion', {
        ...{ ...toDiscussion(content), key: randomUUID() },
      }),
  },
  '/community/discussions/:discussionId/edit': {
    'changed discussion': ({ browser, discussionId }, content) =>
      browser.post(`/community/discussions/${discussionId}/edit`, toDiscussion(content)),
  },
  '/community/discussions/:discussionId': {
    'comment in a discussion': ({ browser, discussionId }, text) =>
      browser.post(`/community/discussions/${discussionId}`, {
        ...{ intent: 'comment', text, key: randomUUID() },
      }),
    'changed comment': ({ browser, discussionId, commentId }, text) =>
      browser.post(`/community/discussions/${discussionId}`, {
        ...{ intent: 'edit-comment', commentId, text },
      }),
  },
  '/community/camera': {
    caption: ({ browser, pictureId: id }, caption) =>
      browser.post('/community/camera', { id, caption }),
  },
  '/profile/edit': {
    'description of the profile': ({ browser }, description) =>
      browser.post('/profile/edit', { name: '', description, profilePic: '' }),
    'name of the profile': ({ browser }, name) =>
      browser.post('/profile/edit', { name, description: '', profilePic: '' }),
  },
};

/** Every function with a text that others read. The session of its caller is older than a suspension. */
const functions: Record<string, Write> = {
  sendPrivateMessage: ({ call, actor, friend }, text) =>
    call('sendPrivateMessage', [actor.username, friend.username, text]),
  addComment: ({ call, actor, friend }, text) =>
    call('addComment', [friend.username, null, actor.username, text]),
  addDiscussion: ({ call, actor }, content) =>
    call('addDiscussion', [{ title: 'Best map?', content }, actor.username, null]),
  editDiscussion: ({ call, actor, discussionId }, content) =>
    call('editDiscussion', [discussionId, { title: 'Best map?', content }, actor.username, null]),
  addCommentToDiscussion: ({ call, actor, discussionId }, text) =>
    call('addCommentToDiscussion', [discussionId, text, actor.username, null]),
  updateUser: ({ call, actor }, desc) => call('updateUser', [{ username: actor.username, desc }]),
  createTradeOffer: ({ call, actor, friend, cardByName }, message) =>
    call('createTradeOffer', [actor.username, null, friend.username, [cardByName], [], message]),
  counterTradeOffer: (writer, message) =>
    writer.call('counterTradeOffer', [
      ...[writer.actor.username, null, writer.offerIds[1]],
      ...[[writer.cardByName], [], message],
    ]),
};

/** Events of sockets with a text. A connection is older than a suspension. */
const events: Record<string, Write> = {
  message: ({ socket, conversationId }, text) =>
    socket.emitWithAck('message', { conversationId, text }),
};

/** Texts to moderators, which a muted player may write. */
const toModerators: Record<string, Write> = {
  '/report': ({ browser, friend }, text) =>
    browser.post(`/report?kind=profile&thing=${friend.username}`, { reason: 'spam', text }),
  '/settings/moderation': async ({ browser, actor, ctx }, text) => {
    const warning = {
      act: 'warn' as const,
      targetId: actor.id,
      reason: 'Rude',
      at: ctx.clock.now(),
    };
    const [act] = await database.db.insert(moderationLog).values(warning).returning();
    return browser.post('/settings/moderation', { actId: act?.id ?? '', text });
  },
};

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
  '/add-money',
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

const rows = { ...Object.assign({}, ...Object.values(forms)), ...functions, ...events } as Record<
  string,
  Write
>;

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
