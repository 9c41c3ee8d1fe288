import { invitationConstants } from '#shared/constants/site/site-settings.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface InvitationFieldProps {
  /** The code from a link. */
  code?: string | null;
}

/** The field for the code of an invitation, while the site asks for one. */
export function InvitationField({ code }: InvitationFieldProps) {
  return (
    <TextField
      label="Invitation"
      name="invitation"
      autoComplete="off"
      required
      maxLength={invitationConstants.codeMax}
      defaultValue={code ?? ''}
      hint="The code from the link that you were sent."
    />
  );
}
