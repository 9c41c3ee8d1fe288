import { z } from 'zod';
import { usernameConstants } from '../constants/accounts.ts';
import { chatConstants } from '../constants/chat.ts';
import { withoutDirectionControls } from './written-text.ts';

/** As the database writes it. */
const uuid = z.uuid().toLowerCase();
const conversationId = uuid;
/** Of a message within its conversation; 0 stands before the first. */
const number = z.int().min(0).max(2_147_483_647);
/** Whatever is too long to be one is nobody's name. */
const name = z
  .string()
  .min(1)
  .max(4 * usernameConstants.max)
  .refine((value) => !value.includes('\0'), 'Nobody has this name.');

/** What cannot be kept or read; line ends and tabs are of the text. */
const unseen = /(?![\n\t])\p{Cc}/u;

/** A message's text: 1 to 1,000 characters; an empty one is refused by `sendMessage` in words. */
export const messageText = z
  .string()
  .overwrite((value) => withoutDirectionControls(value).replaceAll('\r\n', '\n').trim())
  .max(chatConstants.textMax, `At most ${chatConstants.textMax} characters.`)
  .refine(
    (value) => value.isWellFormed() && !unseen.test(value),
    'This has characters that nobody can see.',
  );

/** What a client that is no page of ours says of itself as it connects. */
export const proofInput = z.object({ username: name, loginId: z.string().min(1).max(200) });

export const joinInput = z.object({ user1: name, user2: name });

/** `sender` may come and is not read; without an id the server makes one. */
export const messageInput = z.object({
  text: messageText,
  id: uuid.optional(),
  conversationId: conversationId.optional(),
});

export const missedInput = z.object({ conversationId, after: number });
export const typingInput = z.object({ conversationId });
/** What was shown: from a number, else from the first. */
export const readInput = z.object({ conversationId, from: number.default(1), number });
