import { MessageCircle, X } from 'lucide-react';
import type { Friend } from '#domain/friends/list-friends.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { chatPath } from '#web/paths/chat.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FriendButton } from './friend-button.tsx';
import { PersonHoverCard } from './person-hover-card.tsx';
import { FriendQuestionButton } from './remove-or-block-button.tsx';

interface FriendRowProps {
  friend: Friend;
  /** The reader's username in its own spelling. */
  me: string;
  /** Opens the question whether to remove the friend; undefined on the lists of other players. */
  onRemove?: () => void;
}

/** One friend in a list: name, presence and the actions of the reader. */
export function FriendRow({ friend, me, onRemove }: FriendRowProps) {
  const { username, profilePic, relation, unread } = friend;
  const off = usePartsOff();
  return (
    <li className="panel flex items-center gap-x-4 gap-y-3 p-4 max-sm:flex-wrap sm:px-5">
      <Avatar picture={profilePic} size={48} />
      <div className="grid min-w-0 flex-1 basis-40 justify-items-start">
        <PersonHoverCard person={friend} note={relation.state === 'self' ? 'You' : undefined} />
      </div>
      <div className="flex items-center gap-2 max-sm:w-full">
        {relation.state === 'friends' ? (
          !off.chat && (
            <ButtonLink
              to={chatPath(me, username)}
              size="sm"
              variant="quiet"
              className="max-sm:flex-1"
            >
              <MessageCircle aria-hidden />
              {/* Without an aria-label, so that the visible text is a part of the name, for users who speak it. */}
              Chat
              <span className="sr-only">
                {unread > 0 ? ` with ${username}, ${unread} unread` : ` with ${username}`}
              </span>
              {unread > 0 && (
                <span
                  aria-hidden
                  className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent tabular-nums"
                >
                  {unread > 99 ? '99+' : unread}
                </span>
              )}
            </ButtonLink>
          )
        ) : (
          <FriendButton
            username={username}
            relation={relation}
            size="sm"
            className="max-sm:flex-1"
          />
        )}
        {onRemove && (
          <FriendQuestionButton
            username={username}
            ask="remove"
            onAsk={onRemove}
            aria-label={`Remove ${username}`}
            title={`Remove ${username}`}
            className="grid size-9 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-danger-wash hover:text-danger"
          >
            <X aria-hidden className="size-5" />
          </FriendQuestionButton>
        )}
      </div>
    </li>
  );
}
