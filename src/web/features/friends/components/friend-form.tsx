import type { ComponentProps } from 'react';
import { createPath, Form, useLocation } from 'react-router';
import type { FriendIntent } from '#shared/constants/friend-intents.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { friendPath } from './friend-address.ts';
import type { FriendAction } from './use-friend-action.ts';

interface FriendFormProps extends ComponentProps<typeof Button> {
  username: string;
  intent: FriendIntent;
  /** Without one the form leaves its page, for `back`. */
  action?: FriendAction;
  /** Where a form without script goes on; else the page it is on. */
  back?: string;
}

/** A button that does something to somebody: a form of its own, which works without script. */
export function FriendForm(props: FriendFormProps) {
  const { username, intent, action, back, ...button } = props;
  const { pathname, search } = useLocation();
  const sending = usePending({ intent, back: back ?? '' });
  const SomeForm = action?.fetcher.Form ?? Form;
  return (
    <SomeForm method="post" action={friendPath(username)} className="contents">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="back" value={back ?? createPath({ pathname, search })} />
      {!action && <input type="hidden" name="leave" value="yes" />}
      <Button {...button} pending={action ? action.isPending(intent) : sending} />
    </SomeForm>
  );
}
