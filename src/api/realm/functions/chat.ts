import { randomUUID } from 'node:crypto';
import {
  listMessagesOfTwoPlayers,
  type MessageBetween,
} from '#domain/chat/list-messages-of-two-players.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { messageInput } from '#shared/schemas/chat-socket.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { actorArgument, longTextSchema, subjectArgument, valueArgument } from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';

function toMessageResponse({ id, sender, receiver, text, sentAt }: MessageBetween) {
  return { _id: id, sender, receiver, text, createdAt: sentAt.toISOString() };
}

const example = {
  _id: '5b9f6a1e-3c42-4d8e-9a07-1f6c2b8d4e90',
  sender: 'Ada',
  receiver: 'Grace',
  text: 'Want to trade?',
  createdAt: '2026-03-14T12:00:00.000Z',
};

export const messageFunctions: RealmFunction[] = [
  {
    name: 'sendPrivateMessage',
    group: 'Friends and messages',
    callers: 'player',
    errorStyle: 'throws',
    description:
      'Sends a message to a friend in the chat. Connected clients receive it at once. Returns the message.',
    signatures: [
      defineSignature(
        [
          actorArgument('sender'),
          subjectArgument('receiver', 'The username of the friend.'),
          valueArgument('text', 'string', longTextSchema, 'The message, 1 to 1,000 characters.'),
        ],
        async (ctx, { receiver, text: typed }) => {
          const { text } = parseInput(messageInput, { text: typed });
          const { conversationId, friend } = await openConversation(ctx, receiver);
          const sent = await sendMessage(ctx, { conversationId, id: randomUUID(), text });
          return toMessageResponse({ ...sent, receiver: friend.username });
        },
      ),
    ],
    example: { arguments: ['Ada', 'Grace', 'Want to trade?'], answer: example },
  },
  {
    name: 'getMessages',
    group: 'Friends and messages',
    callers: 'player',
    errorStyle: 'throws',
    description:
      'The last messages of you and a friend, oldest first: at most 1,000 messages with 256 KB of text together.',
    hasLargeResult: true,
    signatures: [
      defineSignature(
        [
          subjectArgument('user1', 'Your own username, or that of the friend.'),
          subjectArgument('user2', 'The other of the two usernames.'),
        ],
        async (ctx, { user1, user2 }) =>
          (await listMessagesOfTwoPlayers(ctx, [user1, user2])).map(toMessageResponse),
      ),
    ],
    example: { arguments: ['Ada', 'Grace'], answer: [example] },
  },
];
