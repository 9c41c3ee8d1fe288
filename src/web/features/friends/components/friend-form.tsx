import type { ComponentProps } from 'react';
import { createPath, Form, useLocation } from 'react-router';
import type { FriendIntent } from '#shared/constants/friends.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { friendPath } from '#web/paths/friends.ts';
import { Button } from '#web/ui/button.tsx';
import type { FriendAction } from './use-friend-action.ts';

interface FriendFormProps extends ComponentProps<typeof Button> {
  username: string;
  intent: FriendIntent;
  /** Sends the form without leaving the page. Without it the form leads to `back`. */
  action?: FriendAction;
  /** The page after a form without scripts; by default the current page. */
  back?: string;
}

/** A form with one button for a friend action. It works without scripts. */
export function FriendForm(props: FriendFormProps) {
  const { username, intent, action, back, ...button } = props;
  const { pathname, search } = useLocation();
  const isSending = usePending({ intent, back: back ?? '' });
  const FormComponent = action?.fetcher.Form ?? Form;
  return (
    <FormComponent method="post" action={friendPath(username)} className="contents">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="back" value={back ?? createPath({ pathname, search })} />
      {!action && <input type="hidden" name="leave" value="yes" />}
      <Button {...button} pending={action ? action.isPending(intent) : isSending} />
    </FormComponent>
  );
}
