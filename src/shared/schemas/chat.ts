import { z } from 'zod';
import { usernameConstants } from '../constants/accounts.ts';
import { chatConstants } from '../constants/chat.ts';
import { removeDirectionControls } from './normalize-text.ts';

/** In lower case, as the database stores it. */
const uuid = z.uuid().toLowerCase();
const conversationId = uuid;
/** The number of a message in its conversation; 0 means before the first. */
const number = z.int().min(0).max(2_147_483_647);
/** A username; a longer text cannot be one. */
const name = z
  .string()
  .min(1)
  .max(4 * usernameConstants.max)
  .refine((value) => !value.includes('\0'), 'Nobody has this name.');

/** Control characters except line ends and tabs. */
const invisible = /(?![\n\t])\p{Cc}/u;

/** The text of a message: at most 1,000 characters. `sendMessage` rejects an empty one. */
export const messageText = z
  .string()
  .overwrite((value) => removeDirectionControls(value).replaceAll('\r\n', '\n').trim())
  .max(chatConstants.textMax, `At most ${chatConstants.textMax} characters.`)
  .refine(
    (value) => value.isWellFormed() && !invisible.test(value),
    'This has characters that nobody can see.',
  );

/** The credentials of a socket client that is not one of our pages. */
export const connectInput = z.object({ username: name, loginId: z.string().min(1).max(200) });

export const joinInput = z.object({ user1: name, user2: name });

/** `sender` is ignored. Without an id the server generates one. */
export const messageInput = z.object({
  text: messageText,
  id: uuid.optional(),
  conversationId: conversationId.optional(),
});

export const missedInput = z.object({ conversationId, after: number });
export const typingInput = z.object({ conversationId });
/** The messages that were shown: from `from`, by default the first, up to `number`. */
export const markReadInput = z.object({ conversationId, from: number.default(1), number });
