import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FriendForm } from './friend-form.tsx';
import { useFriendAction } from './use-friend-action.ts';

export type FriendQuestionKind = 'remove' | 'block';

interface Question {
  title: string;
  text: string;
  /** The texts of the button that confirms and of the one that cancels. */
  yes: string;
  no: string;
}

/** Returns the question before a friend is removed or a player is blocked; see `docs/product.md`, 9.4 and 9.5. */
export function questionOf(ask: FriendQuestionKind, username: string): Question {
  return ask === 'remove'
    ? {
        title: `Do you really want to remove ${username} as your friend?`,
        text: 'You will not be on each other’s list any more, and can no longer chat.',
        yes: 'Remove',
        no: 'Keep',
      }
    : {
        title: `Do you want to block ${username}?`,
        text: `${username} will not be able to send you friend requests or messages, or to comment on your profile. If you are friends, that ends. They are not told.`,
        yes: 'Block',
        no: 'Cancel',
      };
}

interface FriendQuestionProps {
  username: string;
  /** Null while no question is open. The dialog stays mounted, because only then it returns the focus. */
  ask: FriendQuestionKind | null;
  onClose: () => void;
}

/** The dialog that asks before a friend is removed or a player is blocked. It closes when the server answers. */
export function FriendQuestion({ username, ask, onClose }: FriendQuestionProps) {
  const action = useFriendAction(onClose);
  const question = ask && questionOf(ask, username);
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={question?.title ?? ''}
      description={question?.text}
    >
      {ask && question && (
        <ConfirmOrCancel cancelLabel={question.no} onCancel={onClose}>
          <FriendForm username={username} intent={ask} action={action} variant="danger">
            {question.yes}
          </FriendForm>
        </ConfirmOrCancel>
      )}
    </Dialog>
  );
}
