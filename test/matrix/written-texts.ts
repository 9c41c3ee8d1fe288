import { randomUUID } from 'node:crypto';
import { callFunction } from '#api/realm/functions/call-function.ts';
import type { Database } from '#database/client.ts';
import { moderationLog } from '#database/schema.ts';
import { createOffer } from '#domain/trades/create-offer.ts';
import { createTestComment, createTestDiscussion } from '../fixtures/create-discussion.ts';
import { createCard, createCardSets, createGame, createPlayer } from '../fixtures/factories.ts';
import { befriend } from '../fixtures/friends.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { kindId } from '../fixtures/market.ts';
import { callerOf } from '../fixtures/realm-functions.ts';
import { useSocketServer } from '../fixtures/sockets.ts';

const trades = '/community/market/trades';

/** Creates a player with a session, a socket and things of their own, and a friend. */
export function useWriter(database: { readonly db: Database }) {
  const startSockets = useSocketServer(database);
  return async function createWriter() {
    const { db } = database;
    const { ctx: base, createWebPlayer } = await startSockets();
    const ctx = { ...base, notifier: { ...base.notifier, deliverSoon() {} } };
    const { actor, visitor, open } = await createWebPlayer();
    const friend = await createPlayer(db);
    await befriend(db, actor.id, friend.id);
    await createCardSets(db);
    const { id: gameId, name: gameName } = await createGame(db);
    for (const { id } of [actor, actor, friend])
      await createCard(db, { ownerId: id, gameId, kindId });
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
  };
}

export type Writer = Awaited<ReturnType<ReturnType<typeof useWriter>>>;
export type Write = (writer: Writer, words: string) => Promise<unknown>;

export const cardText = ({ gameId, kindId, copies }: Writer['card']) =>
  `${gameId}.${kindId}.${copies}`;
const toDiscussion = (content: string) => ({ title: 'Best map?', content, game: '', tags: '' });

/** Every form with a text that others read, by route. */
export const forms: Record<string, Record<string, Write>> = {
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
      writer.browser.post(
        `${trades}/new?with=${writer.friend.username}&answer=${writer.offerIds[0]}`,
        {
          ...{ with: writer.friend.username, answer: writer.offerIds[0] },
          ...{ give: cardText(writer.card), get: '', message, key: randomUUID() },
        },
      ),
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
export const functions: Record<string, Write> = {
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
export const events: Record<string, Write> = {
  message: ({ socket, conversationId }, text) =>
    socket.emitWithAck('message', { conversationId, text }),
};

/** Texts to moderators, which a muted player may write. */
export const toModerators: Record<string, Write> = {
  '/report': ({ browser, friend }, text) =>
    browser.post(`/report?kind=profile&thing=${friend.username}`, { reason: 'spam', text }),
  '/settings/moderation': async ({ browser, actor, ctx }, text) => {
    const warning = {
      act: 'warn' as const,
      targetId: actor.id,
      reason: 'Rude',
      at: ctx.clock.now(),
    };
    const [act] = await ctx.db.insert(moderationLog).values(warning).returning();
    return browser.post('/settings/moderation', { actId: act?.id ?? '', text });
  },
};

/** All texts that others read, by name. */
export const rows = {
  ...Object.assign({}, ...Object.values(forms)),
  ...functions,
  ...events,
} as Record<string, Write>;
