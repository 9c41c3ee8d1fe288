import { Form, Link } from 'react-router';
import type { ThingAwaitingApproval } from '#domain/moderation/approval/list-things-awaiting-approval.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { DeletedText } from './deleted-text.tsx';
import { ModerationReasonField } from './moderation-reason-field.tsx';
import { reportKindNames } from './report-names.ts';

interface AwaitingApprovalCardProps {
  thing: ThingAwaitingApproval;
  /** The form of the button that approves what is ticked. */
  approveForm: string;
  isTicked: boolean;
  /** The error of the form that declines it; null without one. */
  failure: FormError | null;
}

/** A text or picture that waits, with the forms that approve and decline it. */
export function AwaitingApprovalCard({
  thing,
  approveForm,
  isTicked,
  failure,
}: AwaitingApprovalCardProps) {
  const { kind, id, author, title, text, path, picture, since, found } = thing;
  const approving = usePending({ intent: 'approve-one', things: `${kind}:${id}` });
  const declining = usePending({ intent: 'decline', thing: id });
  const name = `${reportKindNames[kind]} of ${author}`;
  return (
    <article
      aria-labelledby={`${id}-title`}
      className="grid gap-4 rounded-lg bg-surface p-5 shadow-lift sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 items-start gap-3">
          <input
            type="checkbox"
            form={approveForm}
            name="things"
            value={`${kind}:${id}`}
            defaultChecked={isTicked}
            aria-label={`Choose: ${name}`}
            className="mt-0.5 size-6 shrink-0 accent-accent"
          />
          <h2 id={`${id}-title`} className="min-w-0 font-semibold wrap-anywhere">
            <Link to={path} className="text-link">
              {name}
            </Link>
          </h2>
        </div>
        <p className="text-sm text-muted">
          <DateTime value={since} />
        </p>
      </header>
      {title !== null && (
        <p dir="auto" className="font-medium wrap-anywhere">
          {title}
        </p>
      )}
      {picture && (
        <img
          src={picture.path}
          width={picture.width}
          height={picture.height}
          alt={text || 'A picture without a caption'}
          loading="lazy"
          className="h-auto max-h-80 w-auto max-w-full rounded-md"
        />
      )}
      {text !== '' && <DeletedText text={text} />}
      <p className="text-sm text-muted wrap-anywhere">
        {found === null ? 'It waits because the account is new.' : `A filter found “${found}”.`}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="things" value={`${kind}:${id}`} />
          <Button name="intent" value="approve-one" pending={approving}>
            Approve
            <span className="sr-only"> {name}</span>
          </Button>
        </Form>
        <details open={failure !== null} className="min-w-0 open:basis-full">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-md bg-plinth px-4 font-medium">
            Decline…
            <span className="sr-only"> {name}</span>
          </summary>
          <Form
            method="post"
            preventScrollReset
            aria-label={`Decline: ${name}`}
            className="mt-4 grid gap-4"
          >
            {failure && !failure.fields.reason && <Alert tone="failure">{failure.message}</Alert>}
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="thing" value={id} />
            <ModerationReasonField
              hint={`${author} reads it and can appeal.`}
              error={failure?.fields.reason}
              typed={failure?.typed.reason}
            />
            <div>
              <Button name="intent" value="decline" variant="danger" pending={declining}>
                Decline
              </Button>
            </div>
          </Form>
        </details>
      </div>
    </article>
  );
}
