import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  accountRoles,
  accounts,
  activeDays,
  apiKeys,
  emailChanges,
  emailRequests,
  invitations,
  invitationUses,
  requestedEmails,
  sessions,
  signOnIdentities,
  verifications,
} from '#database/schema.ts';
import { endAccountApiSessions } from './api-clients/sessions/end-account-api-sessions.ts';
import { deleteAllFactors } from './factors/remove-factors.ts';
import { storeFormerUsername } from './registration/former-usernames.ts';

/** Ends all sessions of an account, those of the Realm API too. The caller has locked its row. */
export async function endSessionsOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await endAccountApiSessions(tx, userId);
}

/** Deletes the password, second factors, sign-on identities, email links, sessions and API keys of an account. */
export async function deleteLoginsOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.userId, userId));
  await deleteAllFactors(tx, userId);
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.userId, userId));
  await tx.delete(verifications).where(eq(verifications.value, userId));
  // Before the API keys, because deleting those deletes their sessions in no certain order.
  await endSessionsOfAccount(tx, userId);
  await tx.delete(apiKeys).where(eq(apiKeys.accountId, userId));
}

/** Stores the hashes of the username of a deleted account, and removes its email address and its invitation. */
export async function removeNamesOfAccount(
  tx: Queryable,
  {
    id,
    displayUsername,
    email,
    at,
  }: { id: string; displayUsername: string; email: string; at: Date },
): Promise<void> {
  await storeFormerUsername(tx, { username: displayUsername, at });
  for (const table of [requestedEmails, emailRequests]) {
    await tx
      .delete(table)
      .where(or(eq(table.userId, id), sql`lower(${table.email}) = ${email.toLowerCase()}`));
  }
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id));
  await removeInvitation(tx, id);
}

/** Removes which invitation the account used. The note of one for a single person is about that person. */
async function removeInvitation(tx: Queryable, id: string): Promise<void> {
  const used = await tx
    .delete(invitationUses)
    .where(eq(invitationUses.userId, id))
    .returning({ invitationId: invitationUses.invitationId });
  const ids = used.map(({ invitationId }) => invitationId);
  await tx
    .update(invitations)
    .set({ note: '' })
    .where(and(inArray(invitations.id, ids), eq(invitations.usesMax, 1)));
}

/** Deletes the further roles of a deleted account or retired guest. */
export async function deleteRolesOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(accountRoles).where(eq(accountRoles.userId, userId));
}

/** Deletes on which days a deleted account or retired guest was seen. */
export async function deleteActiveDaysOfAccount(db: Queryable, userId: string): Promise<void> {
  await db.delete(activeDays).where(eq(activeDays.userId, userId));
}
