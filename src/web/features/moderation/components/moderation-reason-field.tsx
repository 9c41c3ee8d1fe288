import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface ModerationReasonFieldProps {
  /** Says who reads the reason besides readers of the log. */
  hint?: string;
  error?: string;
  /** What was typed before a proof of identity. */
  typed?: string;
}

/** The field for the reason of a moderation action. */
export function ModerationReasonField({ hint, error, typed }: ModerationReasonFieldProps) {
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
