import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { profileCommentConstants } from '#shared/constants/comments.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface ProfileCommentFormProps {
  /** The path of the profile. */
  path: string;
  formKey: string;
  /** The error and the text of the last attempt. */
  rejected: { message: string; text: string } | null;
  /** Whether a comment was just posted; then the field gets the focus for the next one. */
  hasPosted: boolean;
}

/** The form for a new comment. */
export function ProfileCommentForm({
  path,
  formKey,
  rejected,
  hasPosted,
}: ProfileCommentFormProps) {
  const posting = usePending({ intent: 'comment' });
  const hydrated = useHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const [blank, setBlank] = useState(!rejected?.text.trim());

  useEffect(() => {
    // Text may have been typed before hydration.
    setBlank(!field.current?.value.trim());
    if (hasPosted) field.current?.focus({ preventScroll: true });
  }, [hasPosted]);

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
        defaultValue={rejected?.text}
        maxLength={profileCommentConstants.max}
        counter
        onInput={(event) => setBlank(!event.currentTarget.value.trim())}
      />
      {rejected && <Alert tone="failure">{rejected.message}</Alert>}
      <div className="flex justify-end">
        <Button pending={posting} disabled={hydrated && blank && !posting}>
          <Send aria-hidden />
          Post
        </Button>
      </div>
    </Form>
  );
}
