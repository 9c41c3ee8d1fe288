import { ageConstants } from '#shared/constants/catalog/ages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface AgeLimitFieldProps {
  label: string;
  name: string;
  /** In years; null without a limit. */
  ageLimit: number | null;
  hint: string;
}

/** A field with an age in years, which may be empty. */
export function AgeLimitField({ label, name, ageLimit, hint }: AgeLimitFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="number"
      inputMode="numeric"
      min={0}
      max={ageConstants.ageMax}
      defaultValue={ageLimit ?? ''}
      hint={hint}
    />
  );
}
