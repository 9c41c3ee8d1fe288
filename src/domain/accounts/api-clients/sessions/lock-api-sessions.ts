import { asc, inArray, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { apiSessions, loginIds } from '#database/schema.ts';

/**
 * Locks API sessions and loginIds until the transaction ends. First it locks the given sessions and the
 * sessions that the given loginIds are bound to, then the loginIds, each in the order of their ids.
 * Call it before changing or deleting several of them. Call it also before deleting a loginId or
 * changing an API key: that changes the sessions that refer to it, which may belong to another account.
 *
 * A loginId is bound to a session in the transaction that creates it, so no binding can appear between
 * the two statements. See 'Locks' in `docs/architecture.md`.
 */
export async function lockApiSessions(
  tx: Queryable,
  conditions: { sessions?: SQL | undefined; loginIds?: SQL | undefined },
): Promise<void> {
  const selectLoginIds = () =>
    tx
      .select({ id: loginIds.id })
      .from(loginIds)
      .where(conditions.loginIds)
      .orderBy(asc(loginIds.id));
  const isBound = conditions.loginIds && inArray(apiSessions.loginId, selectLoginIds());
  await tx
    .select({ id: apiSessions.id })
    .from(apiSessions)
    .where(or(conditions.sessions, isBound))
    .orderBy(asc(apiSessions.id))
    .for('update');
  if (conditions.loginIds) await selectLoginIds().for('update');
}
