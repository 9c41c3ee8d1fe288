import { MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { discussion } from '#shared/limits.ts';
import { Button } from '../button.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { Notice } from '../notice.tsx';
import { TextField } from '../text-field.tsx';
import { useAwake } from '../use-awake.ts';
import { usePending } from '../use-pending.ts';

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

/** Writes a comment (spec 2). What was typed stays until it is posted. */
export function CommentForm({ path, formKey, draft, refused }: CommentFormProps) {
  const posting = usePending({ intent: 'comment' });
  const awake = useAwake();
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
        maxLength={discussion.commentMax}
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
