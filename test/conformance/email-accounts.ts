import { eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { users } from '#database/schema.ts';

export const password = 'a long password';

let people = 0;

/** An email address that no account of another test has. */
export function newEmail(): string {
  people += 1;
  return `bea.${people}@example.test`;
}

export async function findAccount(db: Database, email: string) {
  const [account] = await db.select().from(users).where(eq(users.email, email));
  return account;
}
