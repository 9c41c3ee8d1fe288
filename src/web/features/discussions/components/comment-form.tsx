import { MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { DraftNotice } from '#web/lib/drafts/draft-notice.tsx';
import { useDraft } from '#web/lib/drafts/use-draft.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Why the last try was refused, and what it said. */
export interface RefusedText {
  message: string;
  text: string | undefined;
}

interface CommentFormProps {
  /** The address that the form is sent to. */
  path: string;
  formKey: string;
  /** Of whose form this is. */
  draft: string;
  refused: RefusedText | null;
}

/** Writes a comment. What was typed stays until it is posted. */
export function CommentForm({ path, formKey, draft, refused }: CommentFormProps) {
  const posting = usePending({ intent: 'comment' });
  const awake = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [blank, setBlank] = useState(!refused?.text?.trim());
  const kept = useDraft(form, { name: draft, again: true });

  // What was typed while the page woke counts.
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
      <DraftNotice {...kept} />
      <TextField
        ref={field}
        label="Your comment"
        name="text"
        multiline
        required
        placeholder="Add a comment..."
        defaultValue={refused?.text}
        maxLength={discussionConstants.commentMax}
        counter
        onInput={(event) => setBlank(!event.currentTarget.value.trim())}
      />
      {refused && <Notice tone="failure">{refused.message}</Notice>}
      <div className="flex justify-end">
        <Button pending={posting} disabled={awake && blank && !posting}>
          <MessageSquareText aria-hidden />
          Comment
        </Button>
      </div>
    </Form>
  );
}
