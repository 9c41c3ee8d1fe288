import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { listMessagesAfter } from '#domain/chat/list-messages-after.ts';
import { markMessagesRead } from '#domain/chat/mark-messages-read.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { areFriends } from '#domain/friends/are-friends.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { canSeePresence } from '#domain/privacy/privacy-rules.ts';
import { readPrivacy } from '#domain/privacy/read-privacy.ts';
import { requirePart } from '#domain/site/site-parts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  joinInput,
  markReadInput,
  messageInput,
  messagesAfterInput,
  typingInput,
} from '#shared/schemas/chat-socket.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { toChatMessage } from './deliver-messages.ts';
import {
  type ChatEventHandler,
  type ChatEventHandlers,
  type JoinedConversation,
  type LiveSocket,
  pairRoom,
  type Sender,
} from './socket-types.ts';

/** How many conversations one connection can have open. Beyond that the oldest is closed. */
const openConversationsMax = 20;
/** For this long a confirmed friendship and the privacy of the actor are not checked again for typing events, in milliseconds. */
const friendshipCheckMs = 10_000;
/** The shortest time between two `typing` events of a connection that other nodes get, in milliseconds. */
const typingElsewhereMs = 1_000;

/** Creates a handler that parses the payload first. @throws AppError `bad-input`. */
function createHandler<Schema extends z.ZodType>(
  schema: Schema,
  run: (sender: Sender, input: z.output<Schema>) => Promise<object>,
): ChatEventHandler {
  return async (sender, payload) => run(sender, parseInput(schema, payload));
}

/**
 * The handlers of socket events. Those of one connection run one after the other; only reads overtake. The
 * actor is always the account of the session; names in the payload are ignored.
 */
export const chatEvents: ChatEventHandlers = {
  join: createHandler(joinInput, join),
  message: createHandler(messageInput, sendChatMessage),
  missed: createHandler(messagesAfterInput, async ({ ctx, socket }, input) => {
    await ctx.rateLimiter.take('missed-by-account', socket.data.actor.id);
    return listMessagesAfter(ctx, input);
  }),
  typing: createHandler(typingInput, showTyping),
  read: createHandler(markReadInput, async ({ ctx }, input) => {
    await markMessagesRead(ctx, input);
    return {};
  }),
};

/** Opens the conversation of the actor with a friend. @throws AppError `not-friends`. */
async function join({ ctx, socket }: Sender, { user1, user2 }: z.output<typeof joinInput>) {
  const actor = requirePlayer(ctx);
  const me = actor.username.toLowerCase();
  const others = [user1, user2].filter((name) => name.toLowerCase() !== me);
  const [other] = others;
  if (others.length !== 1 || other === undefined) throw new AppError('not-friends');
  await requirePart(ctx, 'chat');
  const { conversationId, friend, lastNumber, read } = await openConversation(ctx, other);
  const room = pairRoom(actor.id, friend.id);
  addOpenConversation(socket, conversationId, {
    friendId: friend.id,
    room,
    lastNumber,
    checkedAt: 0,
    showsTyping: false,
    typedAt: 0,
  });
  await socket.join(room);
  return { conversationId, lastNumber, read };
}

function addOpenConversation(
  socket: LiveSocket,
  conversationId: string,
  joined: JoinedConversation,
): void {
  socket.data.joined ??= new Map();
  const all = socket.data.joined;
  all.delete(conversationId);
  all.set(conversationId, joined);
  const oldest = all.size > openConversationsMax ? all.entries().next().value : undefined;
  if (!oldest) return;
  all.delete(oldest[0]);
  void socket.leave(oldest[1].room);
}

/** Sends a message to the given conversation, else to the one that was joined last. */
async function sendChatMessage({ ctx, socket }: Sender, input: z.output<typeof messageInput>) {
  const conversationId = input.conversationId ?? [...(socket.data.joined?.keys() ?? [])].at(-1);
  if (conversationId === undefined) throw new AppError('not-friends');
  const { text, id = randomUUID() } = input;
  // Our own pages send the conversation id, and report separately which messages they show.
  const readsBefore = input.conversationId === undefined;
  const sent = await sendMessage(ctx, { conversationId, id, text, readsBefore });
  return { message: toChatMessage(sent) };
}

/** Shows that the actor is typing to everyone who has the conversation open. */
async function showTyping({ ctx, socket }: Sender, { conversationId }: { conversationId: string }) {
  const actor = requirePlayer(ctx);
  await requirePart(ctx, 'chat');
  const joined = socket.data.joined?.get(conversationId);
  if (!joined) throw new AppError('not-friends');
  const now = ctx.clock.now().getTime();
  if (now - joined.checkedAt > friendshipCheckMs) {
    if (!(await areFriends(ctx.db, actor.id, joined.friendId))) {
      leaveConversation(socket, conversationId);
      throw new AppError('not-friends');
    }
    // A change of the setting from now on resets `checkedAt`.
    joined.checkedAt = now;
    joined.showsTyping = canSeePresence({
      reader: 'friend',
      settings: await readPrivacy(ctx.db, actor.id),
    });
  }
  if (!joined.showsTyping) return {};
  const sender = actor.username;
  socket.to(joined.room).emit('typing', { conversationId, sender });
  if (now - joined.typedAt >= typingElsewhereMs) {
    joined.typedAt = now;
    const userIds = [actor.id, joined.friendId];
    ctx.events.publish({ type: 'typing', conversationId, userIds, sender });
  }
  return {};
}

function leaveConversation(socket: LiveSocket, conversationId: string): void {
  const joined = socket.data.joined?.get(conversationId);
  if (!joined) return;
  socket.data.joined?.delete(conversationId);
  void socket.leave(joined.room);
}

/** Closes a connection's conversations with these accounts. Friends can join them again. */
export function leaveConversations(socket: LiveSocket, withIds: readonly string[]): void {
  for (const [conversationId, { friendId }] of socket.data.joined ?? []) {
    if (withIds.includes(friendId)) leaveConversation(socket, conversationId);
  }
}
