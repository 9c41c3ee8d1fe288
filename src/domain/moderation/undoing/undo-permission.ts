import type { Role } from '#shared/constants/accounts/roles.ts';
import { type ModerationAction, undoOf } from '#shared/constants/moderation/moderation-actions.ts';
import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';
import type { Actor } from '../../actor.ts';
import { listLowerRoles } from '../../permissions/require-moderator.ts';

interface UndoneAct {
  act: ModerationAction;
  targetId: string;
  targetRole: Role;
}

type Undo = NonNullable<(typeof undoOf)[ModerationAction]>;

/** The act that takes back another act, or the code of the error why the moderator may not do that. */
function findUndo(
  actor: Actor,
  { act, targetId, targetRole }: UndoneAct,
): { undo: Undo } | { error: AppErrorCode } {
  const undo = undoOf[act];
  if (!undo) return { error: 'not-undoable' };
  if (targetId === actor.id) return { error: 'moderate-self' };
  const isAbove = listLowerRoles(actor.role).includes(targetRole);
  return undo === 'show' || isAbove ? { undo } : { error: 'not-above' };
}

/**
 * Returns the act by which a moderator takes back another act: on an account with a lower role, and each hiding of
 * what others wrote, as each moderator may hide it.
 * @throws AppError `not-undoable`, `moderate-self`, `not-above`.
 */
export function requireUndo(actor: Actor, act: UndoneAct): Undo {
  const found = findUndo(actor, act);
  if ('error' in found) throw new AppError(found.error);
  return found.undo;
}

/** Whether a moderator may take back an act that was not undone yet. */
export function mayUndo(actor: Actor, act: UndoneAct): boolean {
  return 'undo' in findUndo(actor, act);
}
