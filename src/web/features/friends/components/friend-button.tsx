import { Check, Clock, UserCheck, UserPlus } from 'lucide-react';
import { createPath, useLocation } from 'react-router';
import type { Relation } from '#shared/types/relation.ts';
import { Button, ButtonLink, type ButtonSize } from '#web/ui/button.tsx';
import { FriendForm } from './friend-form.tsx';
import { useFriendAction } from './use-friend-action.ts';

interface FriendButtonProps {
  /** In the owner's own spelling. */
  username: string;
  relation: Relation;
  size?: ButtonSize;
  className?: string;
}

/** Whether a player has a friend button: not the reader, and not a player whom no request can reach. */
export function hasFriendButton({ state, reachable }: Relation): boolean {
  return state !== 'self' && (reachable || state === 'pending' || state === 'friends');
}

/**
 * The relation to a player and the next step: 'Add Friend', 'Friend Request Pending', 'Already Friends' or
 * 'Accept'. Nothing for the reader and for players whom no request can reach.
 */
export function FriendButton({ username, relation, size, className }: FriendButtonProps) {
  const action = useFriendAction();
  const { pathname, search } = useLocation();
  const buttonStyle = { size, className };
  if (!hasFriendButton(relation)) return null;
  switch (relation.state) {
    case 'pending':
      return (
        <Button type="button" {...buttonStyle} variant="quiet" disabled>
          <Clock aria-hidden />
          Friend Request Pending
        </Button>
      );
    case 'friends':
      return (
        <Button type="button" {...buttonStyle} variant="quiet" disabled>
          <UserCheck aria-hidden />
          Already Friends
        </Button>
      );
    case 'received':
      return (
        <FriendForm
          {...buttonStyle}
          username={username}
          intent="accept"
          action={action}
          aria-label={`Accept the friend request of ${username}`}
        >
          <Check aria-hidden />
          Accept
        </FriendForm>
      );
  }
  const label = { 'aria-label': `Add Friend: ${username}` };
  const content = (
    <>
      <UserPlus aria-hidden />
      Add Friend
    </>
  );
  if (relation.state === 'visitor') {
    const next = encodeURIComponent(createPath({ pathname, search }));
    return (
      <ButtonLink
        {...buttonStyle}
        {...label}
        to={`/login?next=${next}`}
        prefetch="none"
        variant="quiet"
      >
        {content}
      </ButtonLink>
    );
  }
  return (
    <FriendForm {...buttonStyle} {...label} username={username} intent="add" action={action}>
      {content}
    </FriendForm>
  );
}
