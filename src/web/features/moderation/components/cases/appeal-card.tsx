import { Link } from 'react-router';
import type { ListedAppeal } from '#domain/moderation/appeals/list-appeals.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { ModerationActionDetails } from '../log/moderation-action-details.tsx';
import { actionNames } from '../log/moderation-action-names.ts';
import { RadioChoice } from '../radio-choice.tsx';

/** An appeal: the act that it is against, what the player says, and the form that decides it. */
export function AppealCard({ appeal }: { appeal: ListedAppeal }) {
  const { id, player, text, at, act, actAt, reason, details, moderator, isOwnAct } = appeal;
  return (
    <article
      aria-labelledby={id}
      className="grid gap-4 rounded-lg bg-surface p-5 shadow-lift sm:p-7"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-xl wrap-anywhere">
          <Link to={`/profile/${player}/moderation`}>{player}</Link>
        </h2>
        <DateTime value={at} className="text-sm text-muted" />
      </header>
      <blockquote
        dir="auto"
        className="max-w-prose rounded-md bg-well px-4 py-3 whitespace-pre-line wrap-anywhere"
      >
        {text}
      </blockquote>
      <div className="grid gap-1 text-sm">
        <p>
          <span className="font-semibold">{actionNames[act]}</span> by {moderator ?? 'the operator'}
          , <DateTime value={actAt} />
        </p>
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
        <div className="max-w-prose text-muted">
          <ModerationActionDetails act={act} details={details} />
        </div>
      </div>
      {isOwnAct && <Alert>You did this. Another moderator decides, if there is one.</Alert>}
      <ActionForm
        values={{ appealId: id }}
        button="Decide"
        scrolls
        className="grid gap-4 border-t border-line pt-5"
      >
        <RadioChoice
          name="outcome"
          legend="Decision"
          options={[
            { value: 'upheld', label: 'The act stands' },
            { value: 'reversed', label: 'Reverse it' },
          ]}
        />
        <TextField
          multiline
          name="answer"
          label="Answer"
          hint={`${player} reads it. If you reverse it, a mute or suspension ends now, and what was hidden is restored. What was deleted does not come back.`}
          required
          rows={3}
          minLength={moderationConstants.reasonMin}
          maxLength={moderationConstants.reasonMax}
          counter
        />
      </ActionForm>
    </article>
  );
}
