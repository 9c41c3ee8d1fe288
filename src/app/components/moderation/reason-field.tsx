import { moderation } from '#shared/limits.ts';
import { TextField } from '../text-field.tsx';

interface ReasonFieldProps {
  /** Who reads it, besides the log. */
  hint?: string;
  error?: string;
  typed?: string;
}

/** Why something is done to an account. */
export function ReasonField({ hint, error, typed }: ReasonFieldProps) {
  return (
    <TextField
      multiline
      name="reason"
      label="Reason"
      hint={hint}
      error={error}
      defaultValue={typed}
      required
      rows={3}
      minLength={moderation.reasonMin}
      maxLength={moderation.reasonMax}
      counter
    />
  );
}
