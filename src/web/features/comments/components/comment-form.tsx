import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { profileCommentConstants } from '#shared/constants/comments.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface CommentFormProps {
  /** The profile's address. */
  path: string;
  formKey: string;
  /** Why the last try was refused, and what it said. */
  refused: { message: string; text: string } | null;
  /** Another comment was just posted here: the next may follow. */
  again: boolean;
}

/** Writes a comment. What was typed stays until it is posted. */
export function CommentForm({ path, formKey, refused, again }: CommentFormProps) {
  const posting = usePending({ intent: 'comment' });
  const awake = useHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const [blank, setBlank] = useState(!refused?.text.trim());

  useEffect(() => {
    // What was typed while the page woke counts.
    setBlank(!field.current?.value.trim());
    if (again) field.current?.focus({ preventScroll: true });
  }, [again]);

  return (
    <Form
      method="post"
      action={`${path}#comments`}
      preventScrollReset
      className="grid gap-3 rounded-lg bg-surface p-5 shadow-lift sm:p-6"
    >
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="comment" />
      <TextField
        ref={field}
        label="Write a comment"
        name="text"
        multiline
        required
        defaultValue={refused?.text}
        maxLength={profileCommentConstants.max}
        counter
        onInput={(event) => setBlank(!event.currentTarget.value.trim())}
      />
      {refused && <Notice tone="failure">{refused.message}</Notice>}
      <div className="flex justify-end">
        <Button pending={posting} disabled={awake && blank && !posting}>
          <Send aria-hidden />
          Post
        </Button>
      </div>
    </Form>
  );
}
