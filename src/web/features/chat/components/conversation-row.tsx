import { Link } from 'react-router';
import type { ConversationRow as Conversation } from '#domain/chat/list-conversations.ts';
import { chatPath } from '#web/paths/chat.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { PresenceStatus } from '#web/ui/accounts/presence-status.tsx';
import { DayOrTime } from '#web/ui/texts/date-time.tsx';

interface ConversationRowProps {
  /** The reader's username in its own spelling. */
  me: string;
  conversation: Conversation;
  /** The server's time when it rendered the page. */
  now: Date;
}

/** A conversation in a list: the friend, the last message and the number of unread ones. */
export function ConversationRow({ me, conversation, now }: ConversationRowProps) {
  const { friend, last, unread } = conversation;
  return (
    <li className="panel relative flex items-center gap-4 p-4 transition-colors focus-within:bg-raised hover:bg-raised sm:px-5">
      <Avatar picture={friend.profilePic} size={48} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link
            to={chatPath(me, friend.username)}
            prefetch="intent"
            className="min-w-0 truncate text-lg leading-tight font-semibold after:absolute after:inset-0"
          >
            {friend.username}
          </Link>
          <PresenceStatus status={friend.status} className="text-sm" />
          <DayOrTime
            value={last.sentAt}
            now={now}
            className="ml-auto text-xs text-muted max-sm:ml-0"
          />
        </p>
        <p className={`truncate ${unread > 0 ? 'text-ink' : 'text-muted'}`}>
          {last.sender === me ? 'You' : last.sender}: <bdi>{last.text}</bdi>
        </p>
      </div>
      {unread > 0 && (
        <span className="shrink-0 rounded-full bg-accent px-2.5 py-0.5 text-sm font-semibold text-on-accent tabular-nums">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </li>
  );
}
