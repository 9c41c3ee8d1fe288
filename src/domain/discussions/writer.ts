import { users } from '#db/schema.ts';
import type { Role } from '#shared/roles.ts';

/** Who wrote something, as pages show it; `username` as typed. */
export interface Writer {
  username: string;
  name: string;
  profilePic: string;
  role: Role;
}

/** The columns of a writer, from `users`. */
export const writerColumns = {
  username: users.displayUsername,
  name: users.name,
  profilePic: users.profilePic,
  role: users.role,
};
