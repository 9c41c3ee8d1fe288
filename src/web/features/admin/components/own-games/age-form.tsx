import { ageConstants } from '#shared/constants/catalog/ages.ts';
import { ActionForm } from '#web/ui/forms/action-form.tsx';

interface AgeFormProps {
  /** What the age is of. */
  label: string;
  intent: string;
  values: Record<string, string>;
  action: string;
  /** Null for several games. */
  minimumAge: number | null;
}

/** A form of one line: from how many years on a game is for players. */
export function AgeForm({ label, intent, values, action, minimumAge }: AgeFormProps) {
  return (
    <ActionForm
      intent={intent}
      values={values}
      action={action}
      aria-label={label}
      button="Set age"
      variant="quiet"
      size="sm"
      hasMessage={false}
      className="flex items-center gap-2"
    >
      <input
        type="number"
        name="minimumAge"
        aria-label={label}
        min={0}
        max={ageConstants.ageMax}
        required
        inputMode="numeric"
        defaultValue={minimumAge ?? ''}
        className="control min-h-9 w-18 px-2"
      />
    </ActionForm>
  );
}
