import { moderationConstants } from '#shared/constants/moderation.ts';
import { TextField } from '#web/ui/text-field.tsx';

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
      minLength={moderationConstants.reasonMin}
      maxLength={moderationConstants.reasonMax}
      counter
    />
  );
}
