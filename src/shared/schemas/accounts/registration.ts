import { z } from 'zod';
import { registrationModes } from '../../constants/accounts/registration-modes.ts';
import { invitationConstants } from '../../constants/site/site-settings.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { removeDirectionControls } from '../fields/normalize-text.ts';
import { pageNumber } from '../fields/paging.ts';
import { chosenNumber, wholeNumber } from '../fields/whole-number.ts';
import { chosenGroup } from '../groups.ts';

/** A form that changes the registration mode. */
export const registrationModeInput = z.object({
  registration: z.enum(registrationModes, 'Choose who can register.'),
});

/** The query of the list of invitations. Invalid values are ignored. */
export const invitationsQuery = z.object({ page: pageNumber(invitationConstants.pageMax) });

/** A form that creates an invitation. */
export const invitationInput = z.object({
  note: z
    .string()
    .overwrite((text) => removeDirectionControls(text).trim())
    .max(invitationConstants.noteMax, atMostText(invitationConstants.noteMax))
    .default(''),
  days: chosenNumber(invitationConstants.validDays, 'Choose how long.'),
  uses: wholeNumber('Enter a whole number.').pipe(
    z
      .number()
      .min(1, 'At least 1.')
      .max(invitationConstants.usesMax, `At most ${invitationConstants.usesMax}.`),
  ),
  /** The id of the group that the new account enters. */
  group: chosenGroup,
});
export type InvitationInput = z.output<typeof invitationInput>;
