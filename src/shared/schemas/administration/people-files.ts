import { z } from 'zod';
import { groupConstants } from '../../constants/groups.ts';
import { registerInput } from '../accounts/accounts.ts';
import { toOneLine } from '../fields/one-line.ts';
import { editProfileInput } from '../profiles.ts';

/** A row of a file with people. An empty password becomes a link by mail. */
export const personRow = z.object({
  username: registerInput.shape.username,
  name: editProfileInput.shape.name,
  email: registerInput.shape.email,
  /** The name of a group, in any case; empty for none. */
  group: z
    .string()
    .overwrite(toOneLine)
    .max(groupConstants.nameMax, 'There is no group of this name.'),
  password: z.union([z.literal(''), registerInput.shape.password]),
});
export type PersonInput = z.output<typeof personRow>;
