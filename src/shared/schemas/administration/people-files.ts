import { z } from 'zod';
import { registerInput } from '../accounts/accounts.ts';
import { editProfileInput } from '../profiles.ts';

/** A row of a file with people. An empty password becomes a link by mail. */
export const personRow = z.object({
  username: registerInput.shape.username,
  name: editProfileInput.shape.name,
  email: registerInput.shape.email,
  password: z.union([z.literal(''), registerInput.shape.password]),
});
export type PersonInput = z.output<typeof personRow>;
