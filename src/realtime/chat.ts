import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { requirePlayer } from '#domain/accounts/require-actor.ts';
import { listMessagesAfter } from '#domain/chat/list-messages-after.ts';
import { markMessagesRead } from '#domain/chat/mark-messages-read.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { areFriends } from '#domain/friends/are-friends.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  joinInput,
  messageInput,
  missedInput,
  readInput,
  typingInput,
} from '#shared/schemas/chat.ts';
import { toChatMessage } from './serialize-message.ts';
import {
  type ChatEvent,
  type ChatEvents,
  type Joined,
  type LiveSocket,
  pairRoom,
  type Sender,
} from './socket-types.ts';

/** Conversations that one connection has open; of more the oldest is left. */
const joinedMax = 20;
/** For so long a friendship that was found to hold is not looked up for each key that is typed. */
const recheckMs = 10_000;

function event<Schema extends z.ZodType>(
  schema: Schema,
  run: (sender: Sender, input: z.output<Schema>) => Promise<object>,
): ChatEvent {
  return async (sender, payload) => {
    const parsed = schema.safeParse(payload);
    if (!parsed.success) {
      throw new AppError('bad-input', { text: parsed.error.issues[0]?.message });
    }
    return run(sender, parsed.data);
  };
}

/** What can be done by socket; who does it is the session's account, whatever the payload says. */
export const chatEvents: ChatEvents = {
  join: event(joinInput, join),
  message: event(messageInput, say),
  missed: event(missedInput, async ({ ctx, socket }, input) => {
    await ctx.rateLimiter.take('missed-by-account', socket.data.actor.id);
    return listMessagesAfter(ctx, input);
  }),
  typing: event(typingInput, showTyping),
  read: event(readInput, async ({ ctx }, input) => {
    await markMessagesRead(ctx, input);
    return {};
  }),
};

/**
 * Opens a conversation, one after the other: what is said without naming one waits for it, as clients
 * that ask for no answer join and speak in one breath.
 */
async function join(sender: Sender, pair: z.output<typeof joinInput>) {
  const { data } = sender.socket;
  const before = data.joining;
  const opened = (async () => {
    await before;
    return open(sender, pair);
  })();
  const joining = opened.then(ignore, ignore);
  data.joining = joining;
  try {
    return await opened;
  } finally {
    if (data.joining === joining) data.joining = null;
  }
}

function ignore(): void {}

/** Opens the conversation of two, one of whom is the sender and the other a friend. */
async function open({ ctx, socket }: Sender, { user1, user2 }: z.output<typeof joinInput>) {
  const actor = requirePlayer(ctx);
  const me = actor.username.toLowerCase();
  const others = [user1, user2].filter((name) => name.toLowerCase() !== me);
  const [other] = others;
  if (others.length !== 1 || other === undefined) throw new AppError('not-friends');
  const { conversationId, friend, lastNumber, read } = await openConversation(ctx, other);
  const room = pairRoom(actor.id, friend.id);
  remember(socket, conversationId, {
    friendId: friend.id,
    room,
    checkedAt: ctx.clock.now().getTime(),
  });
  await socket.join(room);
  return { conversationId, lastNumber, read };
}

function remember(socket: LiveSocket, conversationId: string, joined: Joined): void {
  socket.data.joined ??= new Map();
  const all = socket.data.joined;
  all.delete(conversationId);
  all.set(conversationId, joined);
  const oldest = all.size > joinedMax ? all.entries().next().value : undefined;
  if (!oldest) return;
  all.delete(oldest[0]);
  void socket.leave(oldest[1].room);
}

/** Says something in the conversation that is named, else in the one joined last. */
async function say({ ctx, socket }: Sender, input: z.output<typeof messageInput>) {
  if (!input.conversationId) await socket.data.joining;
  const conversationId = input.conversationId ?? [...(socket.data.joined?.keys() ?? [])].at(-1);
  if (conversationId === undefined) throw new AppError('not-friends');
  const { text, id = randomUUID() } = input;
  // Our own pages name the conversation, and say what of it they show.
  const readsBefore = input.conversationId === undefined;
  const sent = await sendMessage(ctx, { conversationId, id, text, readsBefore });
  return { message: toChatMessage(sent) };
}

/** Seen by those who have the conversation open, too. */
async function showTyping({ ctx, socket }: Sender, { conversationId }: { conversationId: string }) {
  const actor = requirePlayer(ctx);
  const joined = socket.data.joined?.get(conversationId);
  if (!joined) throw new AppError('not-friends');
  const now = ctx.clock.now().getTime();
  if (now - joined.checkedAt > recheckMs) {
    if (!(await areFriends(ctx.db, actor.id, joined.friendId))) {
      leaveConversation(socket, conversationId);
      throw new AppError('not-friends');
    }
    joined.checkedAt = now;
  }
  socket.to(joined.room).emit('typing', { conversationId, sender: actor.username });
  return {};
}

function leaveConversation(socket: LiveSocket, conversationId: string): void {
  const joined = socket.data.joined?.get(conversationId);
  if (!joined) return;
  socket.data.joined?.delete(conversationId);
  void socket.leave(joined.room);
}

/** Closes every conversation of a connection: whoever is a friend still can join it anew. */
export function leaveConversations(socket: LiveSocket, withIds: readonly string[]): void {
  for (const [conversationId, { friendId }] of socket.data.joined ?? []) {
    if (withIds.includes(friendId)) leaveConversation(socket, conversationId);
  }
}
