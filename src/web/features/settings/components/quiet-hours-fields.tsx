import { useEffect, useId, useRef, useState } from 'react';
import type { QuietHours } from '#domain/notifications/settings/quiet-hours.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFailedForm } from '#web/ui/forms/failed-form.ts';

interface QuietHoursFieldsProps {
  times: QuietHours;
  timeZones: readonly string[];
}

/** When mails and pushes wait. Without quiet hours, the time zone is that of daily and weekly mails. */
export function QuietHoursFields({ times, timeZones }: QuietHoursFieldsProps) {
  const { quietFrom, quietTo, timeZone } = times;
  return (
    <>
      <ChoiceField
        key={String(quietFrom !== null)}
        name="hasQuietHours"
        label="Quiet hours"
        hint="Pushes, and mails that are sent at once, wait until the end. The mails come as one."
        defaultChecked={quietFrom !== null}
      />
      <div className="flex max-w-form flex-wrap gap-4">
        <TimeField label="From" name="quietFrom" time={formatMinute(quietFrom ?? 22 * 60)} />
        <TimeField label="To" name="quietTo" time={formatMinute(quietTo ?? 7 * 60)} />
      </div>
      <TimeZoneField key={timeZone} timeZone={timeZone} timeZones={timeZones} />
    </>
  );
}

/** A minute of the day as `22:05`. */
function formatMinute(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

function TimeField({ time, ...field }: { label: string; name: string; time: string }) {
  // A new element after a save, so that it shows what was saved.
  return (
    <TextField
      {...field}
      key={time}
      type="time"
      defaultValue={time}
      required
      className="grow basis-36"
    />
  );
}

type TimeZoneFieldProps = Omit<QuietHoursFieldsProps, 'times'> & Pick<QuietHours, 'timeZone'>;

/** The time zone, with a button that chooses the browser's. */
function TimeZoneField({ timeZone, timeZones }: TimeZoneFieldProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    setOffered(own !== timeZone && timeZones.includes(own) ? own : null);
  }, [timeZone, timeZones]);
  const error = useFailedForm()?.fields.timeZone;
  return (
    <div className="grid max-w-form gap-1.5">
      <label htmlFor={id} className="font-medium">
        Time zone
      </label>
      <select
        ref={select}
        id={id}
        name="timeZone"
        defaultValue={timeZone}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        className="control min-h-11 px-3"
      >
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {error ?? 'Daily mails come at 08:00, weekly ones on Monday at 08:00.'}
      </p>
      {offered && (
        <div>
          <Button
            type="button"
            size="sm"
            variant="quiet"
            onClick={() => {
              if (select.current) select.current.value = offered;
              setOffered(null);
              select.current?.focus();
            }}
          >
            Use {offered.replaceAll('_', ' ')}, as this browser
          </Button>
        </div>
      )}
    </div>
  );
}
