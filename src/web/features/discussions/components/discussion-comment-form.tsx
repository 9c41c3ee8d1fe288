import { MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { DraftAlert } from '#web/lib/drafts/draft-alert.tsx';
import { useDraft } from '#web/lib/drafts/use-draft.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The error and the text of the last attempt. */
export interface RejectedComment {
  message: string;
  text: string | undefined;
}

interface DiscussionCommentFormProps {
  /** The path that the form is sent to. */
  path: string;
  formKey: string;
  /** The name of the form's draft. */
  draft: string;
  rejected: RejectedComment | null;
}

/** The form for a new comment. Typed text is saved as a draft until it is posted. */
export function DiscussionCommentForm({
  path,
  formKey,
  draft,
  rejected,
}: DiscussionCommentFormProps) {
  const posting = usePending({ intent: 'comment' });
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [blank, setBlank] = useState(!rejected?.text?.trim());
  const shownDraft = useDraft(form, { name: draft, resetAfterSend: true });

  // Text may have been typed before hydration.
  useEffect(() => setBlank(!field.current?.value.trim()), []);

  return (
    <Form
      ref={form}
      method="post"
      action={path}
      preventScrollReset
      className="grid gap-3 rounded-lg bg-surface p-5 shadow-lift sm:p-6"
    >
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="comment" />
      <DraftAlert {...shownDraft} />
      <TextField
        ref={field}
        label="Your comment"
        name="text"
        multiline
        required
        placeholder="Add a comment..."
        defaultValue={rejected?.text}
        maxLength={discussionConstants.commentMax}
        counter
        onInput={(event) => setBlank(!event.currentTarget.value.trim())}
      />
      {rejected && <Alert tone="failure">{rejected.message}</Alert>}
      <div className="flex justify-end">
        <Button pending={posting} disabled={hydrated && blank && !posting}>
          <MessageSquareText aria-hidden />
          Comment
        </Button>
      </div>
    </Form>
  );
}
