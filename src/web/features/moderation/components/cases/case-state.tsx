import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import { caseOutcomeTexts } from '#shared/constants/moderation/reports.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** Who works on a case or closed it, with the button that takes it or gives it back. */
export function CaseState({ found }: { found: ShownCase }) {
  const { takenBy, closedBy, closedAt, outcome, isOwnReport, mayDecide } = found;
  const isMine = useViewer()?.username === takenBy;
  if (closedAt && outcome) {
    return (
      <Alert>
        Closed by {closedBy}, <DateTime value={closedAt} />. {caseOutcomeTexts[outcome]}
      </Alert>
    );
  }
  if (isOwnReport) return <Alert>You reported this. Another moderator has to decide it.</Alert>;
  if (!mayDecide) return <Alert>Your role does not reach to this account: admins decide.</Alert>;
  if (takenBy && !isMine) return <Alert>{takenBy} works on this case.</Alert>;
  return (
    <Alert
      action={
        <ButtonForm values={{ intent: isMine ? 'release' : 'take' }}>
          {isMine ? 'Give it back' : 'Work on it'}
        </ButtonForm>
      }
    >
      {isMine ? 'You work on this case.' : 'Nobody works on this case.'}
    </Alert>
  );
}
