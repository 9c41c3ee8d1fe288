import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { DraftNotice } from '#web/lib/drafts/draft-notice.tsx';
import { useDraft } from '#web/lib/drafts/use-draft.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { RefusedText } from './comment-form.tsx';

interface CommentEditFormProps {
  comment: { id: string; text: string; editedAt: Date | null };
  /** The address that the form is sent to. */
  path: string;
  /** Where leaving it as it was leads to. */
  back: string;
  draft: string;
  refused: RefusedText | null;
}

/** Changes one's own comment, in its place. */
export function CommentEditForm({ comment, path, back, draft, refused }: CommentEditFormProps) {
  const saving = usePending({ intent: 'edit-comment' });
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useDraft(form, {
    name: draft,
    saved: { text: [comment.text] },
    version: comment.editedAt?.toISOString(),
  });

  useEffect(() => {
    // It stands where the text was, which its reader is about to change.
    field.current?.focus();
  }, []);

  return (
    <Form method="post" action={path} ref={form} preventScrollReset className="grid gap-3">
      <input type="hidden" name="intent" value="edit-comment" />
      <input type="hidden" name="commentId" value={comment.id} />
      <DraftNotice {...shown} />
      <TextField
        ref={field}
        label="Edit your comment"
        name="text"
        multiline
        required
        defaultValue={refused?.text ?? comment.text}
        maxLength={discussionConstants.commentMax}
        counter
      />
      {refused && <Notice tone="failure">{refused.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button pending={saving}>Save</Button>
        <ButtonLink to={back} preventScrollReset variant="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
