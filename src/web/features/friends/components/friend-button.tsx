import { Check, Clock, UserCheck, UserPlus } from 'lucide-react';
import { createPath, useLocation } from 'react-router';
import type { Relation } from '#shared/schemas/relation.ts';
import { Button, ButtonLink, type ButtonSize } from '#web/ui/button.tsx';
import { FriendForm } from './friend-form.tsx';
import { useFriendAction } from './use-friend-action.ts';

interface FriendButtonProps {
  /** As typed. */
  username: string;
  relation: Relation;
  size?: ButtonSize;
  className?: string;
}

/** Whether there is a button: not for oneself, nor where no request could arrive. */
export function hasButton({ state, reachable }: Relation): boolean {
  return state !== 'self' && (reachable || state === 'pending' || state === 'friends');
}

/**
 * What somebody is to the reader, and the next step: 'Add Friend', 'Friend Request Pending',
 * 'Already Friends', or Accept. Nothing for oneself, and where no request could arrive.
 */
export function FriendButton({ username, relation, size, className }: FriendButtonProps) {
  const action = useFriendAction();
  const { pathname, search } = useLocation();
  const look = { size, className };
  if (!hasButton(relation)) return null;
  switch (relation.state) {
    case 'pending':
      return (
        <Button type="button" {...look} variant="quiet" disabled>
          <Clock aria-hidden />
          Friend Request Pending
        </Button>
      );
    case 'friends':
      return (
        <Button type="button" {...look} variant="quiet" disabled>
          <UserCheck aria-hidden />
          Already Friends
        </Button>
      );
    case 'asked':
      return (
        <FriendForm
          {...look}
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
  const named = { 'aria-label': `Add Friend: ${username}` };
  const content = (
    <>
      <UserPlus aria-hidden />
      Add Friend
    </>
  );
  if (relation.state === 'visitor') {
    const next = encodeURIComponent(createPath({ pathname, search }));
    return (
      <ButtonLink {...look} {...named} to={`/login?next=${next}`} prefetch="none" variant="quiet">
        {content}
      </ButtonLink>
    );
  }
  return (
    <FriendForm {...look} {...named} username={username} intent="add" action={action}>
      {content}
    </FriendForm>
  );
}
