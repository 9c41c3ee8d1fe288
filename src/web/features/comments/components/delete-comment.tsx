import { type FetcherWithComponents, Link } from 'react-router';
import { moderationConstants } from '#shared/constants/moderation.ts';
import { Button } from '#web/ui/button.tsx';
import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Comment, CommentAnswer } from './comment.ts';

interface DeleteCommentFormProps {
  comment: Comment;
  /** The address that the form is sent to. */
  path: string;
  /** Where keeping it leads to, on a page without script. */
  back?: string;
  fetcher: FetcherWithComponents<CommentAnswer>;
  /** Why the last try was refused. */
  refusal: CommentAnswer['refusal'];
  /** Closes the dialog. */
  onCancel?: () => void;
}

/** The question whether a comment shall be deleted; a moderator says why. */
export function DeleteCommentForm(props: DeleteCommentFormProps) {
  const { comment, path, back = path, fetcher, refusal, onCancel } = props;
  const reasoned = comment.deletable === 'with-reason';
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
      {reasoned && (
        <TextField
          label="Reason"
          name="reason"
          hint={
            <>
              It is written to the{' '}
              <Link to="/moderation/log" className="text-link">
                log
              </Link>{' '}
              with what the comment said.
            </>
          }
          required
          minLength={moderationConstants.reasonMin}
          maxLength={moderationConstants.reasonMax}
          error={refusal?.fields.reason}
        />
      )}
      {refusal && !refusal.fields.reason && (
        <Notice tone="failure">{refusal.fields.commentId ?? refusal.message}</Notice>
      )}
      <DangerChoice keep="Keep it" leave={onCancel ?? back}>
        <Button variant="danger" pending={fetcher.state !== 'idle'}>
          Delete
        </Button>
      </DangerChoice>
    </fetcher.Form>
  );
}

interface DeleteCommentDialogProps
  extends Omit<DeleteCommentFormProps, 'comment' | 'onCancel' | 'back'> {
  /** Null while nothing is asked: the dialog stays, as one that is taken away gives no focus back. */
  comment: Comment | null;
  onClose: () => void;
}

export const deleteQuestion = 'Delete this comment?';

/** Asks before deleting. */
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
