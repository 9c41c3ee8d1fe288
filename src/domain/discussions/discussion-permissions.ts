import { AppError } from '#shared/errors/app-error.ts';
import { isSuspendedByNow } from '../accounts/suspension.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';

/** Whether who looks may delete something: as its author, or as a moderator who says why. */
export type Deletable = 'freely' | 'with-reason' | 'no';

export function deletableBy(actor: Actor | null, authorId: string): Deletable {
  if (!actor) return 'no';
  if (actor.id === authorId) return 'freely';
  return actor.role === 'moderator' || actor.role === 'admin' ? 'with-reason' : 'no';
}

/** Whether somebody may comment: anybody logged in, in a private discussion its author alone. */
export function mayComment(
  actor: Pick<Actor, 'id'> | null,
  { authorId, isPrivate }: { authorId: string; isPrivate: boolean },
): boolean {
  return actor !== null && (!isPrivate || actor.id === authorId);
}

/** What is said of a discussion that is not there, and of what is no discussion's id. */
export function discussionGone(): AppError {
  return new AppError('discussion-gone');
}

/**
 * Looks again whether an account may write: its session may be older than its suspension.
 * @throws Refusal `account-suspended`.
 */
export async function requireUnsuspended(ctx: Pick<Ctx, 'db' | 'clock'>, userId: string) {
  if (await isSuspendedByNow(ctx, userId)) throw new AppError('account-suspended');
}
