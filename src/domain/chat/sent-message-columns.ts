import { sql } from 'drizzle-orm';
import { type ColumnTypes, integer, text, timestamptz, uuid } from '#database/column-types.ts';
import type { SentMessage } from '../events.ts';

export const sentMessageColumns: ColumnTypes<SentMessage> = {
  conversationId: uuid,
  lowId: uuid,
  highId: uuid,
  number: integer,
  id: uuid,
  senderId: uuid,
  sender: text,
  text,
  sentAt: timestamptz,
};

/** The same columns of a statement, whose tables have the names `message`, `talk` (its conversation) and `sender`. */
export const sentMessageFields = sql`message.conversation_id as "conversationId", talk.low_id as "lowId",
  talk.high_id as "highId", message.number, message.id, message.sender_id as "senderId",
  sender.display_username as sender, message.text, message.sent_at as "sentAt"`;
