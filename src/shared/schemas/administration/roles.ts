import { z } from 'zod';
import { roleConstants as limits } from '../../constants/accounts/further-roles.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { rights } from '../../rules/rights.ts';
import { toOneLine } from '../fields/one-line.ts';

/** The form with the name of a further role and the rights that it gives. */
export const roleInput = z.object({
  name: z
    .string('Enter a name.')
    .overwrite(toOneLine)
    .min(1, 'Enter a name.')
    .max(limits.nameMax, atMostText(limits.nameMax)),
  rights: z.array(z.enum(rights, 'Choose rights of the list.')).max(rights.length),
});
export type RoleInput = z.output<typeof roleInput>;
