import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { signOnIdentities } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** A sign-on identity of an account. */
export interface Identity {
  id: string;
  userId: string;
}

/** The account of an identity: the provider's issuer and the person's subject there, never an email address. */
export async function findIdentity(
  db: Queryable,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<Identity | null> {
  const [identity] = await db
    .select({ id: signOnIdentities.id, userId: signOnIdentities.userId })
    .from(signOnIdentities)
    .where(and(eq(signOnIdentities.issuer, issuer), eq(signOnIdentities.subject, subject)));
  return identity ?? null;
}

/** The identities of an account, the oldest first. */
export async function listIdentities(db: Queryable, userId: string) {
  return db
    .select({
      id: signOnIdentities.id,
      issuer: signOnIdentities.issuer,
      name: signOnIdentities.name,
      createdAt: signOnIdentities.createdAt,
      lastUsedAt: signOnIdentities.lastUsedAt,
    })
    .from(signOnIdentities)
    .where(eq(signOnIdentities.userId, userId))
    .orderBy(asc(signOnIdentities.id))
    .limit(signOnConstants.perAccount);
}

/** Whether an account has an identity of the provider that this site uses now. */
export async function hasUsableIdentity(
  db: Queryable,
  { accounts }: Pick<Ctx, 'accounts'>,
  userId: string,
): Promise<boolean> {
  const issuer = accounts.signOn?.issuer;
  if (issuer === undefined) return false;
  return (await listIdentities(db, userId)).some((identity) => identity.issuer === issuer);
}

/**
 * Records that an identity logged in to its account. Call it in the transaction that writes the session.
 * @throws AppError `sign-on-expired` if it was unlinked in the meantime.
 */
export async function markIdentityUsed(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { id, userId }: Identity,
): Promise<void> {
  const used = await tx
    .update(signOnIdentities)
    .set({ lastUsedAt: clock.now() })
    .where(and(eq(signOnIdentities.id, id), eq(signOnIdentities.userId, userId)))
    .returning({ id: signOnIdentities.id });
  if (used.length === 0) throw new AppError('sign-on-expired');
}

/** What a login by this identity is bound to while it waits for its second factor. */
export function toCredential(identityId: string): string {
  return `sign-on identity ${identityId}`;
}
