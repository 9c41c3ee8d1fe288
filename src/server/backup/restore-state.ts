import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DoneRestore, PreparedRestore } from '#domain/system/server-operations.ts';
import { backupParts } from './backup-file.ts';

/**
 * A restore that an admin asked for on the page is one folder beside the running data: this file, and the folder
 * `data`, in which the backup is unpacked and audited. The next start exchanges it for the running data.
 */
export const restoreStateSchema = z.object({
  state: z.enum(['requested', 'preparing', 'ready', 'failed']),
  /** The name of the backup. */
  file: z.string(),
  requestedBy: z.object({ id: z.string(), username: z.string() }),
  requestedAt: z.iso.datetime(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** What was found when it was prepared. */
  found: z
    .object({
      /** The migration that the data has now. */
      migration: z.number(),
      parts: z.array(z.enum(backupParts)),
      /** How many secrets cannot be decrypted here. */
      unreadable: z.number(),
    })
    .nullable(),
  /** The folder of the earlier data, once the exchange has begun. */
  keptIn: z.string().nullable(),
});
export type RestoreState = z.infer<typeof restoreStateSchema>;

const folderName = 'restore';
/** A cancelled restore that is being deleted. */
const cancelledPrefix = 'restore.cancelled-';
export const earlierDataPrefix = 'before-restore-';
/** What remains of a finished restore in the folder of the earlier data. */
const doneName = 'restore.json';

/** Postgres may run as another user, who must be able to enter the folders above its own. */
const enterMode = 0o711;

export const restoreFolder = (dataDir: string) => path.join(dataDir, folderName);
export const preparedDataDir = (dataDir: string) => path.join(dataDir, folderName, 'data');
const stateFile = (dataDir: string) => path.join(dataDir, folderName, 'state.json');

/** Makes a folder that Postgres may enter. */
export async function makeEnterable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: enterMode });
}

/** The restore that is being prepared, is ready or has failed; null without one. */
export async function readRestore(dataDir: string): Promise<RestoreState | null> {
  const text = await readFile(stateFile(dataDir), 'utf8').catch(ignoreMissing);
  return text === null ? null : restoreStateSchema.parse(JSON.parse(text));
}

/** Whether there is a restore, or what a cancelled one left. */
export async function hasRestore(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir);
  return names.some((name) => name === folderName || name.startsWith(cancelledPrefix));
}

/** Begins a restore. False if there is one already. */
export async function createRestore(dataDir: string, state: RestoreState): Promise<boolean> {
  await makeEnterable(restoreFolder(dataDir));
  const draft = await writeDraft(dataDir, state);
  try {
    // In one step: of two requests at the same time one begins.
    await link(draft, stateFile(dataDir));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Changes the state of the restore. */
export async function writeRestore(dataDir: string, state: RestoreState): Promise<void> {
  await rename(await writeDraft(dataDir, state), stateFile(dataDir));
}

async function writeDraft(dataDir: string, state: RestoreState): Promise<string> {
  const draft = `${stateFile(dataDir)}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600, flush: true });
  return draft;
}

/** Ends a restore that is ready or has failed, and deletes what it unpacked. False without such a one. */
export async function cancelRestore(dataDir: string): Promise<boolean> {
  const restore = await readRestore(dataDir);
  if (restore?.state !== 'ready' && restore?.state !== 'failed') return false;
  const cancelled = path.join(dataDir, `${cancelledPrefix}${randomBytes(6).toString('hex')}`);
  const moved = await rename(restoreFolder(dataDir), cancelled).then(() => true, ignoreMissing);
  // Somebody else has just cancelled it.
  if (moved === null) return false;
  await rm(cancelled, { recursive: true, force: true });
  return true;
}

/** Ends a restore that nobody prepares any more. One that is ready or has failed stays as it is. */
export async function failUnfinishedRestore(dataDir: string, error: string): Promise<void> {
  const restore = await readRestore(dataDir);
  if (restore?.state !== 'requested' && restore?.state !== 'preparing') return;
  await failRestore(dataDir, restore, error);
}

/** Deletes what a restore has unpacked, and says on the page why it failed. */
export async function failRestore(
  dataDir: string,
  restore: RestoreState,
  error: string,
): Promise<void> {
  await rm(preparedDataDir(dataDir), { recursive: true, force: true });
  await writeRestore(dataDir, { ...restore, state: 'failed', error });
}

/** Takes back a request that no job has begun with. */
export const removeRequestedRestore = (dataDir: string) => rm(stateFile(dataDir), { force: true });

/** Deletes what a cancelled restore left when the process ended meanwhile. */
export async function removeCancelledRestores(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir).catch(ignoreMissing)) ?? []) {
    if (!name.startsWith(cancelledPrefix)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** Moves the state of a finished restore into the folder of the earlier data, and deletes the folder of the restore. */
export async function finishRestore(dataDir: string, keptIn: string): Promise<void> {
  await rename(stateFile(dataDir), path.join(dataDir, keptIn, doneName));
  await rm(restoreFolder(dataDir), { recursive: true, force: true });
}

/** What the page shows of a restore. */
export async function findPreparedRestore(dataDir: string): Promise<PreparedRestore | null> {
  const restore = await readRestore(dataDir);
  if (!restore) return null;
  const { state, file, requestedBy, requestedAt, error, found } = restore;
  return {
    state: state === 'requested' ? 'preparing' : state,
    file,
    requestedBy: requestedBy.username,
    requestedAt: new Date(requestedAt),
    error,
    unreadableSecrets: found?.unreadable ?? 0,
  };
}

/** The finished restores whose earlier data is still there, the newest first. */
export async function listDoneRestores(dataDir: string): Promise<DoneRestore[]> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(earlierDataPrefix));
  const newest = names.toSorted().toReversed().slice(0, doneMax);
  const done = await Promise.all(
    newest.map(async (folder) => {
      const text = await readFile(path.join(dataDir, folder, doneName), 'utf8').catch(
        ignoreMissing,
      );
      const parsed = text === null ? null : restoreStateSchema.safeParse(JSON.parse(text)).data;
      if (!parsed) return [];
      return [{ folder, file: parsed.file, requestedAt: new Date(parsed.requestedAt) }];
    }),
  );
  return done.flat();
}

/** More are not shown. */
const doneMax = 10;

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
