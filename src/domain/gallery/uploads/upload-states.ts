import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uploads } from '#database/schema.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';

/*
 * The states of an upload. Only this file writes the table `uploads`.
 *
 *   start in parts                 start in one request
 *        │                                  │
 *        ▼              complete            ▼
 *  ┌───────────┐ ─────────────────► ┌───────────┐
 *  │ receiving │                    │ finishing │
 *  └───────────┘                    └───────────┘
 *    ↻ receive       endIdle,         ↻ progress, takeOver, release
 *        │         endAbandoned             │
 *        │                                  │ saved (the picture exists), reject (no picture),
 *        ▼                                  ▼ endIdle, endAbandoned
 *  ┌──────────────────────────────────────────┐
 *  │                  ended                   │  ↻ endAbandoned (the error is not needed any more)
 *  └──────────────────────────────────────────┘
 *        │ delete: the parts are deleted and no error is recorded
 *        ▼
 *   the row is gone
 *
 * Each transition is one conditional UPDATE or DELETE: of two at the same time, one finds no row
 * and returns null. In `finishing`, `startedAt` names the attempt. A node that takes over sets it,
 * so that the writes of the earlier attempt find no row. A file at an external file service has no upload
 * here: `import-external-file.ts` writes its picture at once.
 */

export type Upload = typeof uploads.$inferSelect;
export type UploadStage = Upload['stage'];
/** One attempt to make an upload's picture. */
export type ProcessingAttempt = Pick<Upload, 'id' | 'startedAt'>;

/** Every transition: the stages that it starts from, and the one that it ends in. */
export const uploadTransitions = {
  receive: { from: ['receiving'], to: 'receiving' },
  complete: { from: ['receiving'], to: 'finishing' },
  progress: { from: ['finishing'], to: 'finishing' },
  takeOver: { from: ['finishing'], to: 'finishing' },
  release: { from: ['finishing'], to: 'finishing' },
  saved: { from: ['finishing'], to: 'ended' },
  reject: { from: ['finishing'], to: 'ended' },
  endIdle: { from: ['receiving', 'finishing'], to: 'ended' },
  endAbandoned: { from: ['receiving', 'finishing', 'ended'], to: 'ended' },
} as const satisfies Record<string, { from: readonly UploadStage[]; to: UploadStage }>;

/** The statement of a transition, for the rows of `where` whose stage allows it. */
function change(
  tx: Queryable,
  transition: keyof typeof uploadTransitions,
  { where, set }: { where: SQL | undefined; set: Partial<Upload> },
) {
  const { from, to } = uploadTransitions[transition];
  return tx
    .update(uploads)
    .set({ ...set, stage: to })
    .where(and(where, inArray(uploads.stage, [...from])));
}

const idOnly = { id: uploads.id };

const isUpload = (id: string) => eq(uploads.id, id);

const isAttempt = ({ id, startedAt }: ProcessingAttempt) =>
  and(isUpload(id), eq(uploads.startedAt, startedAt));

/** The latest time of the last progress of an attempt whose node has stopped. */
export const leaseEnd = (now: Date) => before(now, uploadConstants.finishingLeaseMs);

/** Locks the row of an upload until the transaction ends. */
export async function lockUpload(tx: Queryable, id: string) {
  const [upload] = await tx
    .select({ stage: uploads.stage, startedAt: uploads.startedAt })
    .from(uploads)
    .where(isUpload(id))
    .for('update');
  return upload ?? null;
}

/**
 * Locks the upload of an attempt until the transaction ends.
 * @throws AppError `upload-gone` when the upload was given up or taken over.
 */
export async function lockAttempt(tx: Queryable, attempt: ProcessingAttempt): Promise<void> {
  const isCurrent = and(isAttempt(attempt), eq(uploads.stage, 'finishing'));
  const locked = await tx.select(idOnly).from(uploads).where(isCurrent).for('update');
  if (locked.length === 0) throw new AppError('upload-gone');
}

/** Whether the node of the current attempt has stopped: it no longer updates `touchedAt`. */
export function isAttemptLost(
  { stage, touchedAt }: Pick<Upload, 'stage' | 'touchedAt'>,
  now: Date,
) {
  return stage === 'finishing' && touchedAt < leaseEnd(now);
}

export type NewUpload = Pick<Upload, 'userId' | 'name' | 'bytes' | 'publish'> &
  Partial<Pick<Upload, 'metadata'>> &
  (
    | { stage: 'receiving'; partBytes: number }
    /** The file was sent in one request. */
    | { stage: 'finishing' }
  );

/** Starts an upload. */
export async function insertUpload(tx: Queryable, values: NewUpload, now: Date): Promise<Upload> {
  const [upload] = await tx
    .insert(uploads)
    .values({ ...values, startedAt: now, touchedAt: now })
    .returning();
  if (!upload) throw new Error('The row of an upload was not inserted.');
  return upload;
}

/**
 * `receive`: records that data of a part arrive, and locks the upload until the transaction ends.
 * @throws AppError `upload-gone` when the upload can no longer receive parts.
 */
export async function touchReceiving(tx: Queryable, id: string, now: Date) {
  const { bytes, partBytes } = uploads;
  const set = { touchedAt: now };
  const [upload] = await change(tx, 'receive', { where: isUpload(id), set }).returning({
    bytes,
    partBytes,
  });
  if (!upload?.partBytes) throw new AppError('upload-gone');
  return { bytes: upload.bytes, partBytes: upload.partBytes };
}

/** `complete`: starts the first attempt to make the picture. */
export async function completeReceiving(tx: Queryable, id: string, now: Date) {
  const set = { touchedAt: now };
  const [upload] = await change(tx, 'complete', { where: isUpload(id), set }).returning();
  return upload ?? null;
}

/**
 * `takeOver`: starts another attempt when the node of the last one has stopped. A file that was
 * sent in one request is lost with its node.
 */
export async function takeOverAttempt(tx: Queryable, id: string, now: Date) {
  const isLost = and(isNotNull(uploads.partBytes), lt(uploads.touchedAt, leaseEnd(now)));
  const where = and(isUpload(id), isLost);
  const set = { startedAt: now, touchedAt: now };
  const [upload] = await change(tx, 'takeOver', { where, set }).returning();
  return upload ?? null;
}

/** `progress`: records that the node of the attempt works. False when it is not current any more. */
export async function touchAttempt(tx: Queryable, attempt: ProcessingAttempt, now: Date) {
  const set = { touchedAt: now };
  const changed = change(tx, 'progress', { where: isAttempt(attempt), set });
  return (await changed.returning(idOnly)).length > 0;
}

/** `release`: ends the attempt without a result, so that the next call can take over at once. */
export async function releaseAttempt(tx: Queryable, attempt: ProcessingAttempt, now: Date) {
  const touchedAt = before(now, uploadConstants.finishingLeaseMs + 1);
  await change(tx, 'release', { where: isAttempt(attempt), set: { touchedAt } });
}

/** `saved`: the picture exists. False when the attempt is not current any more. */
export async function endSaved(tx: Queryable, attempt: ProcessingAttempt) {
  const changed = change(tx, 'saved', { where: isAttempt(attempt), set: {} });
  return (await changed.returning(idOnly)).length > 0;
}

/** `reject`: there is no picture. False when the attempt is not current any more. */
export async function endRejected(tx: Queryable, attempt: ProcessingAttempt, code: AppErrorCode) {
  const changed = change(tx, 'reject', { where: isAttempt(attempt), set: { errorCode: code } });
  return (await changed.returning(idOnly)).length > 0;
}

/**
 * `endIdle`: ends the upload of an account that has been idle for longest: its client has left, or
 * its node has stopped. Returns its id, or null when no upload is idle for long enough.
 */
export async function endIdleUpload(tx: Queryable, userId: string, now: Date) {
  const idleFor = (stage: UploadStage, ms: number) =>
    and(eq(uploads.stage, stage), lte(uploads.touchedAt, before(now, ms)));
  const isUnstarted = eq(uploads.touchedAt, uploads.startedAt);
  const isIdle = or(
    idleFor('receiving', uploadConstants.idleMs),
    and(idleFor('receiving', uploadConstants.unstartedMs), isUnstarted),
    idleFor('finishing', uploadConstants.finishingLeaseMs),
  );
  const longest = tx
    .select(idOnly)
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isIdle))
    .orderBy(asc(uploads.touchedAt))
    .limit(1)
    .for('update');
  const where = eq(uploads.id, longest);
  const set = { errorCode: 'upload-gone' } as const;
  const [ended] = await change(tx, 'endIdle', { where, set }).returning(idOnly);
  return ended?.id ?? null;
}

/** `endAbandoned`: ends the uploads without progress since `since`. Returns their ids. */
export async function endAbandonedUploads(tx: Queryable, since: Date): Promise<string[]> {
  const where = lte(uploads.touchedAt, since);
  const set = { errorCode: null };
  const ended = await change(tx, 'endAbandoned', { where, set }).returning(idOnly);
  return ended.map(({ id }) => id);
}

/** `delete`: the row goes, unless it is not ended or records why there is no picture. */
export async function deleteEndedUpload(tx: Queryable, id: string): Promise<void> {
  const isDone = and(eq(uploads.stage, 'ended'), isNull(uploads.errorCode));
  await tx.delete(uploads).where(and(isUpload(id), isDone));
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
