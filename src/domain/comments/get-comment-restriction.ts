import type { Actor } from '../actor.ts';

/** Why the actor cannot comment on a profile; null if it can. */
export type CommentRestriction = 'visitor' | 'guest' | 'suspended' | 'not-reachable' | null;

/**
 * Returns why the actor cannot comment on a profile, to decide whether the form is shown.
 * `postProfileComment` checks again.
 */
export function getCommentRestriction(
  actor: Actor | null,
  profile: { id: string; suspended: boolean; blocksActor: boolean },
): CommentRestriction {
  if (profile.suspended) return 'suspended';
  if (!actor) return 'visitor';
  if (actor.role === 'guest') return 'guest';
  if (actor.id === profile.id) return null;
  return profile.blocksActor ? 'not-reachable' : null;
}
