import { invitationConstants } from '#shared/constants/site-settings.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface InvitationFieldProps {
  failure: FormError | null;
  /** The code from a link. */
  code?: string | null;
}

/** The field for the code of an invitation, while the site asks for one. */
export function InvitationField({ failure, code }: InvitationFieldProps) {
  return (
    <TextField
      label="Invitation"
      name="invitation"
      autoComplete="off"
      required
      maxLength={invitationConstants.codeMax}
      defaultValue={failure?.typed.invitation ?? code ?? ''}
      error={failure?.fields.invitation}
      hint="The code from the link that you were sent."
    />
  );
}
