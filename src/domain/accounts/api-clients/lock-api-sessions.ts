import { asc, inArray, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { appSessions, loginIds } from '#database/schema.ts';

/**
 * Locks sessions of third-party clients and loginIds until the transaction ends: the sessions that are
 * named and those that are bound to the named loginIds, then the loginIds, each in the order of their
 * ids. It comes before several of them are changed or deleted, and before a loginId or an API key is,
 * as that changes the sessions that refer to it, which may be another account's.
 *
 * A loginId is bound in the transaction that makes it, so none is bound to a session between the two
 * statements. See 'Locks' in `docs/architecture.md`.
 */
export async function lockApiSessions(
  tx: Queryable,
  named: { sessions?: SQL | undefined; loginIds?: SQL | undefined },
): Promise<void> {
  const namedLoginIds = () =>
    tx.select({ id: loginIds.id }).from(loginIds).where(named.loginIds).orderBy(asc(loginIds.id));
  const bound = named.loginIds && inArray(appSessions.loginId, namedLoginIds());
  await tx
    .select({ id: appSessions.id })
    .from(appSessions)
    .where(or(named.sessions, bound))
    .orderBy(asc(appSessions.id))
    .for('update');
  if (named.loginIds) await namedLoginIds().for('update');
}
