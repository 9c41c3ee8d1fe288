import { z } from 'zod';
import { invitationConstants, registrationModes } from '../constants/site-settings.ts';
import { removeDirectionControls } from './normalize-text.ts';
import { pageNumber } from './paging.ts';

/** The settings of the site that admins can change at run time, each with its default. */
export const siteSettingSchemas = {
  registration: z.enum(registrationModes).default('open'),
} as const;

export type SiteSettingKey = keyof typeof siteSettingSchemas;
export type SiteSettings = { [Key in SiteSettingKey]: z.output<(typeof siteSettingSchemas)[Key]> };

/** The settings of a site that was never changed. */
export const defaultSiteSettings: SiteSettings = z.object(siteSettingSchemas).parse({});

/** A form that changes the registration mode. */
export const registrationModeInput = z.object({
  registration: z.enum(registrationModes, 'Choose who can register.'),
});

/** A form about one row of a list of the administration. */
export const administeredRowForm = z.object({ id: z.uuid('This is no longer there.') });

/** The query of the list of invitations. Invalid values are ignored. */
export const invitationsQuery = z.object({ page: pageNumber(invitationConstants.pageMax) });

/** A form that creates an invitation. */
export const invitationInput = z.object({
  note: z
    .string()
    .overwrite((text) => removeDirectionControls(text).trim())
    .max(invitationConstants.noteMax, `At most ${invitationConstants.noteMax} characters.`)
    .default(''),
  days: z.coerce
    .number('Choose how long.')
    .refine(
      (days) => invitationConstants.validDays.some((one) => one === days),
      'Choose how long.',
    ),
  uses: z.coerce
    .number('Enter a whole number.')
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(invitationConstants.usesMax, `At most ${invitationConstants.usesMax}.`),
});
export type InvitationInput = z.output<typeof invitationInput>;
