import { type ModerationAction, undoOf } from '#shared/constants/moderation-actions.ts';
import type { Role } from '#shared/constants/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../../context-parts.ts';
import { listLowerRoles } from '../require-moderator.ts';

interface UndoneAct {
  act: ModerationAction;
  targetId: string;
  targetRole: Role;
}

/**
 * Returns the act by which a moderator takes back another act: on an account with a lower role, and each hiding of
 * what others wrote, as each moderator may hide it.
 * @throws AppError `not-undoable`, `moderate-self`, `not-above`.
 */
export function requireUndo(
  actor: Actor,
  { act, targetId, targetRole }: UndoneAct,
): NonNullable<(typeof undoOf)[ModerationAction]> {
  const undo = undoOf[act];
  if (!undo) throw new AppError('not-undoable');
  if (targetId === actor.id) throw new AppError('moderate-self');
  if (undo !== 'show' && !listLowerRoles(actor.role).includes(targetRole)) {
    throw new AppError('not-above');
  }
  return undo;
}

/** Whether a moderator may take back an act that was not undone yet. */
export function mayUndo(actor: Actor, { act, targetId, targetRole }: UndoneAct): boolean {
  const undo = undoOf[act];
  if (!undo || targetId === actor.id) return false;
  return undo === 'show' || listLowerRoles(actor.role).includes(targetRole);
}
