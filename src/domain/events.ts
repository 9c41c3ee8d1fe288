import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';

/**
 * A hint to connected clients that something changed, published after the commit. The ids name the
 * accounts and sessions that receive it. The database has everything that must not be lost.
 */
export type DomainEvent =
  /**
   * Something was done to `userId`: there are new notifications of these kinds, none if the account
   * muted them, and the balance may have changed, as after a sale.
   */
  | { type: 'notified'; userId: string; kinds: NotificationKind[]; balanceChanged: boolean }
  /** Friends or friend requests of each of `userIds` changed. */
  | { type: 'friends-changed'; userIds: string[] }
  /** Trade offers of each of `userIds` were made or closed. */
  | { type: 'trades-changed'; userIds: string[] }
  /** `userId` changed who may see what of it. */
  | { type: 'privacy-changed'; userId: string }
  /** `userId` went online or offline, or started or stopped a game. */
  | { type: 'status-changed'; userId: string; online: boolean }
  /** `userId` read notifications or messages. */
  | { type: 'unread-changed'; userId: string }
  /** Messages were written. They are in the order of their numbers. */
  | { type: 'messages-sent'; messages: SentMessage[] }
  /** These sessions ended; their connections are closed. */
  | { type: 'sessions-ended'; sessionIds: string[] }
  /** All sessions of `userId` ended, except the session `except`. */
  | { type: 'account-ended'; userId: string; except: string | null }
  /** A setting of the site was changed. */
  | { type: 'site-changed' }
  /** Something that visitors could see was removed or changed, such as a price, so no cache may show it any more. */
  | { type: 'content-removed' }
  /** The cached result of the `cachedRead` of this name is wrong. */
  | { type: 'read-outdated'; read: string }
  /** `sender`, one of the two accounts of a conversation, is typing. */
  | { type: 'typing'; conversationId: string; userIds: string[]; sender: string };

/** What listeners receive: the events of this node, and those that other nodes sent. */
export type ReceivedEvent =
  | DomainEvent
  /** Messages were written on another node, in this order. Their texts are in the database. */
  | { type: 'messages-stored'; messages: StoredMessage[] }
  /** Events of other nodes may be lost, so anything may have changed. */
  | { type: 'resynchronize' };

/** Names a message that another node has written. */
export type StoredMessage = Pick<SentMessage, 'conversationId' | 'number' | 'lowId' | 'highId'>;

/** Where an event comes from. */
export interface EventOrigin {
  isRemote: boolean;
}

export type EventListener = (event: ReceivedEvent, origin: EventOrigin) => void;

/** A chat message as stored. */
export interface SentMessage {
  conversationId: string;
  /** The lower one of the two account ids. */
  lowId: string;
  highId: string;
  number: number;
  /** The id that the client chose. */
  id: string;
  senderId: string;
  /** The sender's username as typed. */
  sender: string;
  text: string;
  sentAt: Date;
}

/** Sends events to the listeners of all nodes. */
export interface Events {
  /** Never throws: the change is already committed. */
  publish(event: DomainEvent): void;
}
