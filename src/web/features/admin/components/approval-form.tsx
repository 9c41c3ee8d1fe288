import { approvalConstants } from '#shared/constants/approval.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingForm } from './setting-form.tsx';

interface ApprovalFormProps {
  approval: { texts: number; days: number };
  /** The error of this form; null without one. */
  failure: FormError | null;
}

/** The form that lets the first texts and pictures of new accounts wait. */
export function ApprovalForm({ approval, failure }: ApprovalFormProps) {
  return (
    <SettingForm title="New accounts" intent="approval" failure={failure}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First texts and pictures that wait"
          name="waitingTexts"
          type="number"
          min={0}
          max={approvalConstants.firstMax}
          required
          defaultValue={failure?.typed.waitingTexts ?? approval.texts}
          error={failure?.fields.waitingTexts}
          hint="Moderators approve them before others see them. 0 for none."
        />
        <TextField
          label="Days that an account is new"
          name="waitingDays"
          type="number"
          min={1}
          max={approvalConstants.daysMax}
          required
          defaultValue={failure?.typed.waitingDays ?? approval.days}
          error={failure?.fields.waitingDays}
          hint="Older accounts do not wait. Guests always count as new."
        />
      </div>
    </SettingForm>
  );
}
