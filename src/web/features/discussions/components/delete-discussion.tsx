import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form, useNavigate } from 'react-router';
import type { Discussion } from '#domain/discussions/get-discussion.ts';
import { ModerationReasonField } from '#web/features/moderation/public.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { discussionPath } from '#web/paths/discussions.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const question = 'Delete this discussion?';
const consequence = 'It goes with all its comments, and cannot be brought back.';

interface DeleteDiscussionProps {
  discussion: Discussion;
  /** Whether the URL asks to delete it. */
  isRequested: boolean;
  /** The error of the last attempt. */
  failure: FormError | null;
}

/** The link to the question before a discussion is deleted. With scripts the question opens in a dialog. */
export function DeleteDiscussionButton(props: DeleteDiscussionProps) {
  const { discussion, isRequested } = props;
  const path = discussionPath(discussion.id);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  function cancel() {
    setAsking(false);
    if (isRequested) void navigate(path, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <ButtonLink
        to={`${path}?delete=${discussion.id}`}
        prefetch="none"
        variant="ghost"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Trash2 aria-hidden />
        Delete
      </ButtonLink>
      {hydrated && (
        <Dialog
          open={asking || isRequested}
          onClose={cancel}
          title={question}
          description={consequence}
        >
          <DeletionForm {...props} onCancel={cancel} />
        </Dialog>
      )}
    </>
  );
}

/** The question as a part of the page, without scripts. */
export function DeleteDiscussionSection(props: DeleteDiscussionProps) {
  if (useHydrated() || !props.isRequested) return null;
  return (
    <section
      aria-labelledby="delete-title"
      className="mb-6 grid gap-4 rounded-lg bg-raised p-6 shadow-float"
    >
      <h2 id="delete-title" className="text-xl">
        {question}
      </h2>
      <p className="text-muted">{consequence}</p>
      <DeletionForm {...props} />
    </section>
  );
}

function DeletionForm(props: DeleteDiscussionProps & { onCancel?: () => void }) {
  const { discussion, failure, onCancel } = props;
  const path = discussionPath(discussion.id);
  const pending = usePending({ intent: 'delete-discussion' });
  return (
    <Form method="post" action={`${path}?delete=${discussion.id}`} className="grid gap-5">
      <input type="hidden" name="intent" value="delete-discussion" />
      {discussion.mayDelete === 'with-reason' && (
        <ModerationReasonField
          hint="It is written to the log with what the discussion said. To be able to restore it, hide it instead."
          error={failure?.fields.reason}
          typed={failure?.typed.reason}
        />
      )}
      {failure && !failure.fields.reason && <Alert tone="failure">{failure.message}</Alert>}
      <ConfirmOrCancel cancelLabel="Keep it" onCancel={onCancel ?? path}>
        <Button variant="danger" pending={pending}>
          Delete
        </Button>
      </ConfirmOrCancel>
    </Form>
  );
}
