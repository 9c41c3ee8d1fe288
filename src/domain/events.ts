import type { NotificationKind } from '#shared/constants/notification-kinds.ts';

/**
 * What happened, for those who are looking: told after commit, to the accounts and sessions named by
 * id. What must not be missed is in the database; this only says when to look.
 */
export type DomainEvent =
  /** The listing of `userId` was sold. */
  | { type: 'item-sold'; userId: string; buyer: string; cardName: string; price: number }
  /** There are new notices of these kinds. */
  | { type: 'noticed'; userId: string; kinds: NotificationKind[] }
  /** A request from or to, or the friendship of, each of `userIds` is another than before. */
  | { type: 'friends-changed'; userIds: string[] }
  /** `userId` came or left: its friends see another status. */
  | { type: 'status-changed'; userId: string; online: boolean }
  /** `userId` has read the notices or messages that it had. */
  | { type: 'unread-changed'; userId: string }
  /** Messages were written, in the order of their numbers. */
  | { type: 'messages-sent'; messages: SentMessage[] }
  /** These sessions are over; what was connected with them is cut. */
  | { type: 'sessions-ended'; sessionIds: string[] }
  /** No session of `userId` holds any more, but for `except`. */
  | { type: 'account-ended'; userId: string; except: string | null };

/** A chat message as it was kept. */
export interface SentMessage {
  conversationId: string;
  /** Of both people, the lower first. */
  lowId: string;
  highId: string;
  number: number;
  /** As its client named it. */
  id: string;
  senderId: string;
  /** The sender's username as typed. */
  sender: string;
  text: string;
  sentAt: Date;
}

/** Tells what happened to whoever listens. Never fails: what is told is already true. */
export interface Events {
  publish(event: DomainEvent): void;
}
