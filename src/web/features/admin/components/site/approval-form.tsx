import { approvalConstants } from '#shared/constants/moderation/approval.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from './setting-form.tsx';

/** The form that lets the first texts and pictures of new accounts wait. */
export function ApprovalForm({ approval }: { approval: { texts: number; days: number } }) {
  return (
    <SettingForm title="New accounts" intent="approval">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First texts and pictures that wait"
          name="waitingTexts"
          type="number"
          min={0}
          max={approvalConstants.firstMax}
          required
          defaultValue={approval.texts}
          hint="Moderators approve them before others see them. 0 for none."
        />
        <TextField
          label="Days that an account is new"
          name="waitingDays"
          type="number"
          min={1}
          max={approvalConstants.daysMax}
          required
          defaultValue={approval.days}
          hint="Older accounts do not wait. Guests always count as new."
        />
      </div>
    </SettingForm>
  );
}
