import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import { ModerationActionForm } from '../moderation-action-form.tsx';

/** The form that opens a closed case again, for those who may decide it. */
export function ReopenCaseForm({ found }: { found: ShownCase }) {
  const { closedAt, isOwnReport, mayDecide } = found;
  if (!closedAt || isOwnReport || !mayDecide) return null;
  return (
    <ModerationActionForm
      intent="reopen"
      title="Open it again"
      intro="What was done stays done; take it back in the list below. The reporters get a notification when the case is closed again."
      question="Open this case again?"
      consequence="It returns to the list of open reports."
      submitLabel="Open again"
      variant="quiet"
    >
      <input type="hidden" name="closedAt" value={closedAt.toISOString()} />
    </ModerationActionForm>
  );
}
