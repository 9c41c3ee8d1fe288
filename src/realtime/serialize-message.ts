import type { SentMessage } from '#domain/events.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';

/** A message as both people get it: without the ids of accounts. */
export function toChatMessage(message: SentMessage): ChatMessage {
  const { conversationId, number, id, sender, text, sentAt } = message;
  return { conversationId, number, id, sender, text, sentAt: sentAt.toISOString() };
}
