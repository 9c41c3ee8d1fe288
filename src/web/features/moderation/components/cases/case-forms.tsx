import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { formatSuspensionLength } from '../log/moderation-action-names.ts';
import { ModerationActionForm } from '../moderation-action-form.tsx';
import { RadioChoice } from '../radio-choice.tsx';

const sanctionNames = [
  { value: 'none', label: 'Nothing more' },
  { value: 'warn', label: 'Warn' },
  { value: 'mute', label: 'Mute' },
  { value: 'suspend', label: 'Suspend' },
] as const;

const thingNames = [
  { value: 'hide', label: 'Hide it' },
  { value: 'delete', label: 'Delete it' },
  { value: 'keep', label: 'Leave it' },
] as const;

const hiddenThingNames = [
  { value: 'hide', label: 'Leave it hidden' },
  { value: 'delete', label: 'Delete it' },
] as const;

const dayChoices = moderationConstants.suspensionDays.map((days) => ({
  value: String(days),
  label: formatSuspensionLength(days),
}));

/** The forms that close a case, for those who may decide it now. */
export function CaseForms({ found }: { found: ShownCase }) {
  const { kind, author, context, takenBy, isOwnReport, mayDecide, maySanction } = found;
  const viewer = useViewer();
  const isTakenByOther = takenBy !== null && takenBy !== viewer?.username;
  if (isOwnReport || !mayDecide || isTakenByOther) return null;
  const isHidden = context.hiddenCause === 'moderator';
  const mayRemove = kind !== 'profile' && context.text !== null;
  return (
    <>
      {(mayRemove || maySanction) && (
        <ModerationActionForm
          intent="decide"
          title="Act on it"
          intro={`${author} and the reporters get a notification. The case is closed. A deletion cannot be undone: hide what may have to come back.`}
          question="Close the case with these acts?"
          consequence="What is hidden can be restored. What is deleted cannot be brought back."
          submitLabel="Act and close"
          variant="danger"
          reasonHint={`${author} reads it.`}
        >
          {mayRemove ? (
            <RadioChoice
              name="thing"
              legend="What happens to it"
              options={isHidden ? hiddenThingNames : thingNames}
              chosen="hide"
            />
          ) : (
            <input type="hidden" name="thing" value="keep" />
          )}
          <RadioChoice
            name="sanction"
            legend={`And ${author}`}
            options={maySanction ? sanctionNames : sanctionNames.slice(0, 1)}
            chosen={maySanction ? undefined : 'none'}
          />
          {maySanction && (
            <RadioChoice
              name="days"
              legend="A mute or a suspension lasts"
              options={dayChoices}
              chosen="1"
            />
          )}
        </ModerationActionForm>
      )}
      <ModerationActionForm
        intent="close"
        title="Close without an act"
        intro="The reporters read that nothing was against the rules."
        question="Close the case without an act?"
        consequence="It can be reported again."
        submitLabel="Close"
        variant="quiet"
      />
    </>
  );
}
