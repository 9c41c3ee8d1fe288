import { Check, X } from 'lucide-react';
import { Link } from 'react-router';
import type { ReceivedFriendRequest } from '#domain/friends/requests/list-friend-requests.ts';
import { FriendForm, useFriendAction } from '#web/features/friends/public.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';

interface FriendRequestRowProps {
  request: ReceivedFriendRequest;
  now: Date;
  /** Called when the request was answered and is about to leave the list. */
  onAnswered: () => void;
}

/** A friend request with buttons to accept and reject it. */
export function FriendRequestRow({ request, now, onAnswered }: FriendRequestRowProps) {
  const { username, profilePic, askedAt } = request;
  const action = useFriendAction(onAnswered);
  const profile = `/profile/${username}`;
  return (
    <article className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-raised px-4 py-3.5 shadow-lift sm:px-5">
      <Link to={profile} prefetch="intent" tabIndex={-1} aria-hidden className="shrink-0">
        <Avatar picture={profilePic} size={44} />
      </Link>
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium wrap-anywhere">
          <bdi>{username}</bdi> wants to be your friend!
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <RelativeTime value={askedAt} now={now} />
          <Link to={profile} prefetch="intent" className="text-link">
            View Profile
            <span className="sr-only"> of {username}</span>
          </Link>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <FriendForm username={username} intent="accept" action={action} size="sm">
          <Check aria-hidden />
          Accept
          <span className="sr-only">{username}</span>
        </FriendForm>
        <FriendForm username={username} intent="decline" action={action} size="sm" variant="quiet">
          <X aria-hidden />
          Reject
          <span className="sr-only">{username}</span>
        </FriendForm>
      </div>
    </article>
  );
}
