import type { BackupSchedule } from '#domain/system/server-operations.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { ChoiceField, SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from '../site/setting-form.tsx';
import { formatBackupTime } from './format-backup-time.ts';

const hours = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), formatBackupTime(hour)] as const,
);

/** The form with the hour of the daily backup. */
export function ScheduleForm({ isOn, hour, keep, isCopied }: BackupSchedule) {
  return (
    <SettingForm title="Every day" intent="schedule">
      <ChoiceField
        name="isOn"
        value="on"
        defaultChecked={isOn}
        label="Make a backup every day"
        hint="It is made while the site runs. Of several machines one makes it."
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField name="hour" label="At" options={hours} defaultValue={String(hour)} />
        <TextField
          label="How many are kept"
          name="keep"
          type="number"
          min={1}
          max={backupConstants.keepMax}
          required
          defaultValue={keep}
          hint="The oldest of these is deleted. Backups by hand stay until you delete them."
        />
      </div>
      <ChoiceField
        name="isCopied"
        value="on"
        defaultChecked={isCopied}
        label="Copy each backup to S3"
        hint="Also those by hand. Of the copies of the schedule as many are kept. It needs the bucket of the page Services."
      />
    </SettingForm>
  );
}
