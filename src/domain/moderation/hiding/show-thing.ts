import type { Queryable } from '#database/client.ts';
import type { HiddenCause } from '#shared/constants/moderation/hidden-causes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type HideableThingKind, hideableKinds } from './hideable-kinds.ts';

interface ShownThing {
  kind: HideableThingKind;
  thing: string;
  /** The cause that it must have, so that an act cannot show what another act hid. */
  cause: HiddenCause;
  /** The act that must have hidden it, with its details; null for one that waits for approval. */
  log: { id: string; details: Record<string, string | number | null> } | null;
}

/**
 * Shows a hidden thing to everybody again, in its place with its counts, in the caller's transaction. The caller
 * writes the log and publishes `content-removed` after the commit, so that cached pages are made again.
 * @throws AppError `thing-gone` (also for a message whose text is gone), `not-hidden`.
 */
export async function showInTransaction(
  tx: Queryable,
  { kind, thing, cause, log }: ShownThing,
): Promise<{ authorId: string }> {
  const hideable = hideableKinds[kind];
  const locked = await hideable.lock(tx, thing);
  if (!locked) throw new AppError('thing-gone');
  const isByOtherAct = locked.hiddenLogId !== null && locked.hiddenLogId !== log?.id;
  if (locked.hiddenCause !== cause || isByOtherAct) throw new AppError('not-hidden');
  await hideable.show(tx, locked, log?.details ?? {});
  return { authorId: locked.authorId };
}
