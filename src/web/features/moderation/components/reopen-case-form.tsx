import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { ModerationActionForm } from './moderation-action-form.tsx';

interface ReopenCaseFormProps {
  found: ShownCase;
  failure: FormError | null;
}

/** The form that opens a closed case again, for those who may decide it. */
export function ReopenCaseForm({ found, failure }: ReopenCaseFormProps) {
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
      failure={failure}
    >
      <input type="hidden" name="closedAt" value={closedAt.toISOString()} />
    </ModerationActionForm>
  );
}
