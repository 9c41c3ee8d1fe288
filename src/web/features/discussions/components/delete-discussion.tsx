import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form, useNavigate } from 'react-router';
import type { FormFailure } from '#web/features/accounts/components/account-form.tsx';
import { ReasonField } from '#web/features/moderation/components/reason-field.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { ShownDiscussion } from './discussion.ts';
import { discussionPath } from './discussion-address.ts';

const question = 'Delete this discussion?';
const consequence = 'It goes with all its comments, and cannot be brought back.';

interface DeleteDiscussionProps {
  discussion: ShownDiscussion;
  /** The address asks whether it shall be deleted. */
  wanted: boolean;
  /** Why the last try was refused. */
  failure: FormFailure | null;
}

/** The way to delete a discussion: a link to the question, which a page that is awake asks in a dialog. */
export function DeleteDiscussionButton(props: DeleteDiscussionProps) {
  const { discussion, wanted } = props;
  const path = discussionPath(discussion.id);
  const awake = useHydrated();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  function keep() {
    setAsking(false);
    if (wanted) void navigate(path, { replace: true, preventScrollReset: true });
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
      {awake && (
        <Dialog open={asking || wanted} onClose={keep} title={question} description={consequence}>
          <Question {...props} onKeep={keep} />
        </Dialog>
      )}
    </>
  );
}

/** The question as a part of the page, where no script asks it. */
export function DeleteDiscussionSection(props: DeleteDiscussionProps) {
  if (useHydrated() || !props.wanted) return null;
  return (
    <section
      aria-labelledby="delete-title"
      className="mb-6 grid gap-4 rounded-lg bg-raised p-6 shadow-float"
    >
      <h2 id="delete-title" className="text-xl">
        {question}
      </h2>
      <p className="text-muted">{consequence}</p>
      <Question {...props} />
    </section>
  );
}

function Question(props: DeleteDiscussionProps & { onKeep?: () => void }) {
  const { discussion, failure, onKeep } = props;
  const path = discussionPath(discussion.id);
  const pending = usePending({ intent: 'delete-discussion' });
  return (
    <Form method="post" action={`${path}?delete=${discussion.id}`} className="grid gap-5">
      <input type="hidden" name="intent" value="delete-discussion" />
      {discussion.mayDelete === 'with-reason' && (
        <ReasonField
          hint="It is written to the log with what the discussion said."
          error={failure?.fields.reason}
          typed={failure?.typed.reason}
        />
      )}
      {failure && !failure.fields.reason && <Notice tone="failure">{failure.message}</Notice>}
      <DangerChoice keep="Keep it" leave={onKeep ?? path}>
        <Button variant="danger" pending={pending}>
          Delete
        </Button>
      </DangerChoice>
    </Form>
  );
}
