import type { Ctx } from '../context.ts';
import { isBlocked } from '../friends/is-blocked.ts';

/** What keeps who looks from commenting on a profile; null for nothing. */
export type CommentBarrier = 'visitor' | 'guest' | 'suspended' | 'not-reachable' | null;

/** Whether the actor may comment on a profile, before the form is shown. Posting has the last word. */
export async function getCommentBarrier(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  profile: { id: string; suspended: boolean },
): Promise<CommentBarrier> {
  if (profile.suspended) return 'suspended';
  if (!actor) return 'visitor';
  if (actor.role === 'guest') return 'guest';
  return (await isBlocked(db, profile.id, actor.id)) ? 'not-reachable' : null;
}
