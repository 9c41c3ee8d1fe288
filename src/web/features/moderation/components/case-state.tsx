import { Form } from 'react-router';
import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import { caseOutcomeTexts } from '#shared/constants/reports.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';

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
    <Alert action={<StateForm intent={isMine ? 'release' : 'take'} />}>
      {isMine ? 'You work on this case.' : 'Nobody works on this case.'}
    </Alert>
  );
}

function StateForm({ intent }: { intent: 'take' | 'release' }) {
  const pending = usePending({ intent });
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Button size="sm" variant="quiet" pending={pending}>
        {intent === 'take' ? 'Work on it' : 'Give it back'}
      </Button>
    </Form>
  );
}
