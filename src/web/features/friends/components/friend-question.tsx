import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FriendForm } from './friend-form.tsx';
import { useFriendAction } from './use-friend-action.ts';

export type Asked = 'remove' | 'block';

interface Question {
  title: string;
  text: string;
  /** Of the button that does it, and of the one that does not. */
  yes: string;
  no: string;
}

/** What is asked before a friendship ends; see `docs/product.md`, 9.4 and 9.5. */
export function questionOf(ask: Asked, username: string): Question {
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
  /** Null while nothing is asked: the dialog stays, as one that is taken away gives no focus back. */
  ask: Asked | null;
  onClose: () => void;
}

/** Asks before a friendship ends; with the answer to it the dialog closes. */
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
        <DangerChoice keep={question.no} leave={onClose}>
          <FriendForm username={username} intent={ask} action={action} variant="danger">
            {question.yes}
          </FriendForm>
        </DangerChoice>
      )}
    </Dialog>
  );
}
