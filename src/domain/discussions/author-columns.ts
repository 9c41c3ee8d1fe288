import { z } from 'zod';
import { users } from '#database/schema.ts';
import { type Role, roles } from '#shared/constants/accounts/roles.ts';

/** The author of a text, as pages show it; `username` with the capitals that the author typed. */
export interface Author {
  username: string;
  name: string;
  profilePic: string;
  role: Role;
}

/** An `Author` as JSON of a statement. */
export const authorValue: z.ZodType<Author> = z.strictObject({
  username: z.string(),
  name: z.string(),
  profilePic: z.string(),
  role: z.enum(roles),
});

/** The columns of an author in `users`. */
export const authorColumns = {
  username: users.displayUsername,
  name: users.name,
  profilePic: users.profilePic,
  role: users.role,
};
