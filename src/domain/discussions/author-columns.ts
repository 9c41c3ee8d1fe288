import { users } from '#database/schema.ts';
import type { Role } from '#shared/constants/roles.ts';

/** Who wrote something, as pages show it; `username` as typed. */
export interface Author {
  username: string;
  name: string;
  profilePic: string;
  role: Role;
}

/** The columns of a writer, from `users`. */
export const authorColumns = {
  username: users.displayUsername,
  name: users.name,
  profilePic: users.profilePic,
  role: users.role,
};
