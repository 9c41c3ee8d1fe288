import { type FetcherWithComponents, Link } from 'react-router';
import type { ProfileComment } from '#domain/comments/list-profile-comments.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CommentAnswer } from './comment-form-result.ts';

/** What the question before a deletion shows. */
export type CommentToDelete = Pick<ProfileComment, 'id' | 'text' | 'deletable'>;

interface DeleteCommentFormProps {
  comment: CommentToDelete;
  /** The path that the form is sent to. */
  path: string;
  /** The path of the cancel link on a page without scripts. */
  back?: string;
  fetcher: FetcherWithComponents<CommentAnswer>;
  /** The error of the last attempt. */
  error: CommentAnswer['error'];
  /** Closes the dialog. */
  onCancel?: () => void;
}

/** The form that asks whether to delete a comment. Moderators must give a reason. */
export function DeleteCommentForm(props: DeleteCommentFormProps) {
  const { comment, path, back = path, fetcher, error, onCancel } = props;
  const needsReason = comment.deletable === 'with-reason';
  return (
    <fetcher.Form method="post" action={path} className="grid gap-5">
      <input type="hidden" name="intent" value="delete-comment" />
      <input type="hidden" name="commentId" value={comment.id} />
      <blockquote
        dir="auto"
        className="line-clamp-4 rounded-md bg-well px-4 py-3 text-muted wrap-anywhere"
      >
        {comment.text}
      </blockquote>
      {needsReason && (
        <TextField
          label="Reason"
          name="reason"
          hint={
            <>
              It is written to the{' '}
              <Link to="/moderation/log" className="text-link">
                log
              </Link>{' '}
              with what the comment said. To be able to restore it, hide it instead.
            </>
          }
          required
          minLength={moderationConstants.reasonMin}
          maxLength={moderationConstants.reasonMax}
          error={error?.fields.reason}
        />
      )}
      {error && !error.fields.reason && (
        <Alert tone="failure">{error.fields.commentId ?? error.message}</Alert>
      )}
      <ConfirmOrCancel cancelLabel="Keep it" onCancel={onCancel ?? back}>
        <Button variant="danger" pending={fetcher.state !== 'idle'}>
          Delete
        </Button>
      </ConfirmOrCancel>
    </fetcher.Form>
  );
}

interface DeleteCommentDialogProps
  extends Omit<DeleteCommentFormProps, 'comment' | 'onCancel' | 'back'> {
  /** Null while no question is open. The dialog stays mounted, because only then it returns the focus. */
  comment: CommentToDelete | null;
  onClose: () => void;
}

export const deleteQuestion = 'Delete this comment?';

/** The dialog that asks before a comment is deleted. */
export function DeleteCommentDialog({ comment, onClose, ...rest }: DeleteCommentDialogProps) {
  return (
    <Dialog
      open={comment !== null}
      onClose={onClose}
      title={deleteQuestion}
      description="It cannot be brought back."
    >
      {comment && <DeleteCommentForm {...rest} comment={comment} onCancel={onClose} />}
    </Dialog>
  );
}
