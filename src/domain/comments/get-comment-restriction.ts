import type { Ctx } from '../context.ts';
import { isBlocked } from '../friends/blocks/is-blocked.ts';

/** Why the actor cannot comment on a profile; null if it can. */
export type CommentRestriction = 'visitor' | 'guest' | 'suspended' | 'not-reachable' | null;

/**
 * Returns why the actor cannot comment on a profile, to decide whether the form is shown.
 * `postProfileComment` checks again.
 */
export async function getCommentRestriction(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  profile: { id: string; suspended: boolean },
): Promise<CommentRestriction> {
  if (profile.suspended) return 'suspended';
  if (!actor) return 'visitor';
  if (actor.role === 'guest') return 'guest';
  if (actor.id === profile.id) return null;
  return (await isBlocked(db, profile.id, actor.id)) ? 'not-reachable' : null;
}
