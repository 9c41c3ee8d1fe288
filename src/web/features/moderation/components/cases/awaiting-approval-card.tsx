import { Link } from 'react-router';
import type { ThingAwaitingApproval } from '#domain/moderation/approval/list-things-awaiting-approval.ts';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { ModerationReasonField } from '../moderation-reason-field.tsx';
import { reportKindNames } from '../report-names.ts';
import { DeletedText } from './deleted-text.tsx';

interface AwaitingApprovalCardProps {
  thing: ThingAwaitingApproval;
  /** The form of the button that approves what is ticked. */
  approveForm: string;
  isTicked: boolean;
}

/** A text or picture that waits, with the forms that approve and decline it. */
export function AwaitingApprovalCard({ thing, approveForm, isTicked }: AwaitingApprovalCardProps) {
  const { kind, id, author, title, text, path, picture, since, found } = thing;
  const name = `${reportKindNames[kind]} of ${author}`;
  const declined = { kind, thing: id };
  const failure = useOwnFailure({ intent: 'decline', ...declined });
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
        <ButtonForm
          values={{ intent: 'approve-one', things: `${kind}:${id}` }}
          variant="primary"
          size="md"
        >
          Approve
          <span className="sr-only"> {name}</span>
        </ButtonForm>
        <details open={failure !== null} className="min-w-0 open:basis-full">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-md bg-plinth px-4 font-medium">
            Decline…
            <span className="sr-only"> {name}</span>
          </summary>
          <ActionForm
            intent="decline"
            values={declined}
            aria-label={`Decline: ${name}`}
            hasMessage="without-field"
            button="Decline"
            variant="danger"
            className="mt-4 grid gap-4"
          >
            <ModerationReasonField hint={`${author} reads it and can appeal.`} />
          </ActionForm>
        </details>
      </div>
    </article>
  );
}
