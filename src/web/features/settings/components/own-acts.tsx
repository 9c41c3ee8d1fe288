import { Link } from 'react-router';
import type { OwnAct } from '#domain/moderation/appeals/list-own-acts.ts';
import { actNotices } from '#shared/constants/moderation/moderation-actions.ts';
import { type AppealOutcome, reportConstants } from '#shared/constants/moderation/reports.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

const outcomeTexts: Record<AppealOutcome, string> = {
  upheld: 'The act stands.',
  reversed: 'The act was reversed.',
};

/** What moderators did to the account, each with its reason and its appeal. */
export function OwnActs({ acts }: { acts: readonly OwnAct[] }) {
  return (
    <ul className="grid gap-6">
      {acts.map((entry) => (
        <li key={entry.id} className="grid gap-2 border-line not-first:border-t not-first:pt-6">
          <h3 className="font-semibold">{actNotices[entry.act]}</h3>
          <p className="text-sm text-muted">
            <DateTime value={entry.at} />
            {entry.until && (
              <>
                , until <DateTime value={entry.until} />
              </>
            )}
          </p>
          {entry.amount !== null && <MoneyAmount cents={entry.amount} className="font-medium" />}
          <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
            {entry.reason}
          </p>
          {entry.text && (
            <blockquote
              dir="auto"
              className="max-w-prose rounded-md bg-well px-4 py-3 text-muted whitespace-pre-line wrap-anywhere"
            >
              {entry.text}
            </blockquote>
          )}
          {entry.path && !entry.undone && (
            <p>
              <Link to={entry.path} className="inline-flex min-h-6 items-center text-link">
                See it
              </Link>
            </p>
          )}
          {entry.undone && <Undone undone={entry.undone} />}
          {entry.appeal && <Appeal appeal={entry.appeal} />}
          {entry.mayAppeal && <AppealForm actId={entry.id} />}
        </li>
      ))}
    </ul>
  );
}

/** Says that the act was taken back. The reason of a decided appeal is shown with the appeal. */
function Undone({ undone: { act, at, reason } }: { undone: NonNullable<OwnAct['undone']> }) {
  return (
    <div className="grid gap-1 rounded-md bg-alive-wash px-4 py-3">
      <p className="font-medium text-alive">
        This was taken back, <DateTime value={at} />.
      </p>
      {act !== 'decide-appeal' && (
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
      )}
    </div>
  );
}

function Appeal({ appeal: { text, outcome, answer } }: { appeal: NonNullable<OwnAct['appeal']> }) {
  return (
    <div className="grid gap-1 rounded-md bg-raised px-4 py-3">
      <p className="text-sm font-semibold">Your appeal</p>
      <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <p className="mt-1 font-medium">
        {outcome ? outcomeTexts[outcome] : 'Another moderator will decide it.'}
      </p>
      {answer && (
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {answer}
        </p>
      )}
    </div>
  );
}

function AppealForm({ actId }: { actId: string }) {
  const failure = useOwnFailure({ actId });
  return (
    <details open={failure !== null}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-link">
        Appeal
      </summary>
      <ActionForm
        values={{ actId }}
        hasMessage={false}
        button="Send the appeal"
        className="mt-3 grid gap-4"
      >
        <TextField
          multiline
          name="text"
          label="Why is it wrong?"
          hint="You can appeal once. Another moderator decides, where there is one."
          required
          rows={4}
          minLength={10}
          maxLength={reportConstants.appealMax}
          counter
        />
      </ActionForm>
    </details>
  );
}
