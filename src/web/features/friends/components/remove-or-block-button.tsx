import type { ComponentProps } from 'react';
import { createPath, Form, useLocation } from 'react-router';
import { friendPath } from '#web/paths/friends.ts';
import type { FriendQuestionKind } from './remove-or-block-dialog.tsx';

interface FriendQuestionButtonProps extends ComponentProps<'button'> {
  /** In the owner's own spelling. */
  username: string;
  ask: FriendQuestionKind;
  onAsk: () => void;
}

/** A button that opens a question in a dialog; without scripts on a page of its own. */
export function FriendQuestionButton({
  username,
  ask,
  onAsk,
  ...button
}: FriendQuestionButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <Form
      action={friendPath(username)}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <input type="hidden" name="ask" value={ask} />
      <input type="hidden" name="back" value={createPath({ pathname, search })} />
      <button {...button} />
    </Form>
  );
}
