import { messageText } from './chat.ts';

/** The message of an offer; may be empty. */
export const tradeMessage = messageText;
