import type { Ctx } from '../../context.ts';

/** Logs that the actor lacks a role. A visitor lacks a login instead, which is not logged. */
export function recordRefusal(
  { actor, request, accounts }: Pick<Ctx, 'actor' | 'request' | 'accounts'>,
  needed: 'moderator' | 'admin' | 'catalog-editor',
): void {
  if (actor === null) return;
  const entry = { event: 'permission-refused', account: actor.id, needed } as const;
  accounts.securityLog.record(request, entry);
}
