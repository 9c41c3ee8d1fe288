import { z } from 'zod';
import { usernameConstants } from '../constants/accounts/credentials.ts';
import { chatConstants } from '../constants/chat.ts';
import { atMostText } from '../format/texts/characters.ts';
import { removeDirectionControls } from './fields/normalize-text.ts';

/** Accepts any case and converts to lower case, as Postgres returns UUIDs. */
const uuid = z.uuid().toLowerCase();
const conversationId = uuid;
/** The position of a message in its conversation, from 1. 0 is the position before the first message. */
const messageNumber = z.int().min(0).max(2_147_483_647);
/** Text that may be a username. Whether an account has it is checked later. */
const username = z
  .string()
  .min(1)
  .max(4 * usernameConstants.max)
  .refine((value) => !value.includes('\0'), 'Nobody has this name.');

/** Control characters except `\n` and tab. */
const controlCharacter = /(?![\n\t])\p{Cc}/u;

/**
 * Cleans and checks the text of a message. An empty text passes; `sendMessage` rejects it with its own
 * error.
 */
export const messageText = z
  .string()
  .overwrite((value) => removeDirectionControls(value).replaceAll('\r\n', '\n').trim())
  .max(chatConstants.textMax, atMostText(chatConstants.textMax))
  .refine(
    (value) => value.isWellFormed() && !controlCharacter.test(value),
    'This has characters that nobody can see.',
  );

/** What a third-party client sends to log in on a socket, because it has no session cookie. */
export const socketCredentials = z.object({ username, loginId: z.string().min(1).max(200) });

/** The usernames of the actor and of a friend, in any order. */
export const joinInput = z.object({ user1: username, user2: username });

/**
 * `id` is the id of the message; without it the server generates one. Without `conversationId` the message
 * goes to the conversation that the socket joined last. Clients also send `sender`, which is ignored: the
 * sender is the account that is logged in.
 */
export const messageInput = z.object({
  text: messageText,
  id: uuid.optional(),
  conversationId: conversationId.optional(),
});

/** Requests the messages whose number is above `after`. */
export const messagesAfterInput = z.object({ conversationId, after: messageNumber });
export const typingInput = z.object({ conversationId });
/** Marks the messages `from` to `number` as read. */
export const markReadInput = z.object({
  conversationId,
  from: messageNumber.default(1),
  number: messageNumber,
});
