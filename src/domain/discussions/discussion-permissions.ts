import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../actor.ts';

/** How the actor may delete a text: `freely` as its author, `with-reason` as a moderator. */
export type Deletable = 'freely' | 'with-reason' | 'no';

export function getDeletable(actor: Actor | null, authorId: string): Deletable {
  if (!actor) return 'no';
  if (actor.id === authorId) return 'freely';
  return isModeratorRole(actor.role) ? 'with-reason' : 'no';
}

/** Whether the actor may comment: every account, in a private discussion only its author. */
export function mayComment(
  actor: Pick<Actor, 'id'> | null,
  { authorId, isPrivate }: { authorId: string; isPrivate: boolean },
): boolean {
  return actor !== null && (!isPrivate || actor.id === authorId);
}

/** The error for a discussion that does not exist, and for an invalid discussion id. */
export function discussionGoneError(): AppError {
  return new AppError('discussion-gone');
}
