import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { DraftAlert } from '#web/lib/drafts/draft-alert.tsx';
import { useDraft } from '#web/lib/drafts/use-draft.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { RejectedComment } from './discussion-comment-form.tsx';

interface DiscussionCommentEditFormProps {
  comment: { id: string; text: string; editedAt: Date | null };
  /** The path that the form is sent to. */
  path: string;
  /** The path of the cancel link. */
  back: string;
  /** The name of the form's draft. */
  draft: string;
  rejected: RejectedComment | null;
}

/** The form with which authors edit their comment, in place of its text. */
export function DiscussionCommentEditForm({
  comment,
  path,
  back,
  draft,
  rejected,
}: DiscussionCommentEditFormProps) {
  const saving = usePending({ intent: 'edit-comment' });
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const shownDraft = useDraft(form, {
    name: draft,
    saved: { text: [comment.text] },
    version: comment.editedAt?.toISOString(),
  });

  useEffect(() => {
    // The reader opened the form to edit the text, so it gets the focus.
    field.current?.focus();
  }, []);

  return (
    <Form method="post" action={path} ref={form} preventScrollReset className="grid gap-3">
      <input type="hidden" name="intent" value="edit-comment" />
      <input type="hidden" name="commentId" value={comment.id} />
      <DraftAlert {...shownDraft} />
      <TextField
        ref={field}
        label="Edit your comment"
        name="text"
        multiline
        required
        defaultValue={rejected?.text ?? comment.text}
        maxLength={discussionConstants.commentMax}
        counter
      />
      {rejected && <Alert tone="failure">{rejected.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button pending={saving}>Save</Button>
        <ButtonLink to={back} preventScrollReset variant="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
