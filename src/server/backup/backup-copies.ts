import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupCopies, BackupFile, JobMonitor } from '#domain/system/server-operations.ts';
import { readBody } from '#integrations/lib/http-response.ts';
import { openS3Bucket, type S3Bucket, type S3Settings } from '#integrations/s3/s3-bucket.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { withTimeout } from '#shared/lib/with-timeout.ts';
import type { Config } from '../config/config.ts';
import { BackupError } from './backup-file.ts';
import {
  describeBackup,
  findBackupPath,
  getBackupFolder,
  listBackups,
  nightlyPrefix,
  unfinishedSuffix,
} from './backup-folder.ts';
import { getFreeBytes, reservedBytes, stopBeforeFullDisk } from './free-space.ts';
import { openSigningKey, requireOwnBackup, signatureOf } from './sign-backup.ts';

/** More objects of the folder are not read: a list of copies is bounded. */
const listedMax = 2_000;
const signatureBytesMax = 1_024;

/** A page waits no longer for the list of copies. */
const listMs = 8_000;

/** The copies of backups in a bucket. */
interface BackupBucket {
  bucket: S3Bucket;
  /** The folder of this installation: several may share a bucket, and none deletes the backups of another one. */
  prefix: string;
}

/** The folder is named by the key that signs, so a copy that this installation can check is found again. */
async function openBackupBucket(config: Config, settings: S3Settings): Promise<BackupBucket> {
  const key = await openSigningKey(config);
  const id = createHash('sha256').update(`copies of backups: ${key}`).digest('hex').slice(0, 16);
  return { bucket: openS3Bucket(settings), prefix: `backups/${id}/` };
}

/** The copies in the bucket, the newest first. */
async function listCopies({ bucket, prefix }: BackupBucket): Promise<BackupFile[]> {
  const sizes = new Map<string, number>();
  for await (const { name, bytes } of bucket.list(prefix)) {
    sizes.set(name.slice(prefix.length), bytes);
    if (sizes.size >= listedMax) break;
  }
  const copies = [...sizes].flatMap(([name, bytes]) => {
    const isSigned = sizes.has(signatureOf(name));
    return describeBackup({ name, bytes, isSigned }) ?? [];
  });
  return copies.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/**
 * Copies the newest signed backup of this machine to the bucket, unless it is there, and deletes the oldest copies of
 * the schedule, so that `keep` remain.
 * @throws BackupError with the line that the admin reads.
 */
async function copyNewestBackup(
  config: Config,
  to: BackupBucket,
  { keep, signal }: { keep: number; signal?: AbortSignal },
): Promise<void> {
  const newest = (await listBackups(config)).find(({ isSigned }) => isSigned);
  if (!newest) throw new BackupError('There is no signed backup to copy.');
  const copies = await listCopies(to);
  const { bucket, prefix } = to;
  const isThere = copies.some(
    ({ name, bytes, isSigned }) => name === newest.name && bytes === newest.bytes && isSigned,
  );
  if (!isThere) {
    const file = path.join(getBackupFolder(config), newest.name);
    await bucket.put(`${prefix}${newest.name}`, file, signal);
    // After the backup: a copy is complete when its signature is there.
    await bucket.put(signatureOf(`${prefix}${newest.name}`), signatureOf(file), signal);
  }
  const scheduled = (await listCopies(to)).filter(({ name }) => name.startsWith(nightlyPrefix));
  for (const { name } of scheduled.slice(keep)) await deleteCopy(to, name);
}

/** Opens a copy of the list; null if it does not exist. */
async function openCopy(
  { bucket, prefix }: BackupBucket,
  { name }: Pick<BackupFile, 'name'>,
): Promise<{ stream: Readable; bytes: number | null } | null> {
  return bucket.open(`${prefix}${name}`);
}

/** Deletes a copy of the list and its signature. */
async function deleteCopy({ bucket, prefix }: BackupBucket, name: string): Promise<void> {
  await bucket.remove(signatureOf(`${prefix}${name}`));
  await bucket.remove(`${prefix}${name}`);
}

/**
 * Brings a copy into the folder of backups of this machine. It is there under its name only when its signature is
 * correct.
 * @throws BackupError with the line that the admin reads.
 */
async function fetchCopy(
  config: Config,
  from: BackupBucket,
  { name, signal }: { name: string; signal?: AbortSignal },
): Promise<void> {
  const copy = (await listCopies(from)).find((one) => one.name === name);
  if (!copy) throw new BackupError(`${name} is not in the bucket any more.`);
  const { bucket, prefix } = from;
  const folder = getBackupFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, name);
  const unfinished = `${file}${unfinishedSuffix}`;
  const tooLarge = new BackupError(`The disk is too full for ${name}.`);
  if ((await getFreeBytes(folder)) < reservedBytes + copy.bytes) throw tooLarge;
  try {
    const [content, signature] = [
      await bucket.open(`${prefix}${name}`),
      await bucket.open(signatureOf(`${prefix}${name}`)),
    ];
    if (!content || !signature) throw new BackupError(`${name} is not in the bucket any more.`);
    const text = await readBody(signature.stream, signatureBytesMax);
    await writeFile(signatureOf(unfinished), text, { mode: 0o600, flush: true });
    await pipeline(
      content.stream,
      stopBeforeFullDisk(() => getFreeBytes(folder), tooLarge.message),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
      { signal },
    );
    await requireSigned(config, unfinished, { name, signal });
    await rename(signatureOf(unfinished), signatureOf(file));
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
    await rm(signatureOf(unfinished), { force: true });
  }
}

async function requireSigned(
  config: Config,
  file: string,
  { name, signal }: { name: string; signal: AbortSignal | undefined },
): Promise<void> {
  const handle = await open(file);
  try {
    await requireOwnBackup(config, file, handle, signal);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(`${name} ${error.message}.`, { cause: error });
  } finally {
    await handle.close();
  }
}

/** The copies of backups in the bucket that the site has now. */
export function openBackupCopies(
  config: Config,
  storage: { readonly bucket: { settings: S3Settings } | null },
  jobs: Pick<JobMonitor, 'startByHand' | 'findRun'>,
): BackupCopies {
  const find = () => storage.bucket && openBackupBucket(config, storage.bucket.settings);
  async function need(): Promise<BackupBucket> {
    const found = await find();
    if (!found) throw new BackupError('The site has no bucket.');
    return found;
  }
  // Names can come from requests.
  const isName = (name: string) => findBackupPath(config, name) !== null;
  return {
    get bucket() {
      return storage.bucket?.settings.bucket ?? null;
    },
    async list() {
      const found = await find();
      if (!found) return [];
      return withTimeout(listCopies(found), { ms: listMs, message: 'The bucket is too slow.' });
    },
    async open(name) {
      const found = isName(name) ? await find() : null;
      return found && openCopy(found, { name });
    },
    async delete(name) {
      const found = isName(name) ? await find() : null;
      if (!found || !(await listCopies(found)).some((copy) => copy.name === name)) return false;
      await deleteCopy(found, name);
      return true;
    },
    start: () => jobs.startByHand(backupConstants.jobCopy),
    findRun: () => jobs.findRun(backupConstants.jobCopy),
    copyNewest: async (options) => copyNewestBackup(config, await need(), options),
    async fetch(name, signal) {
      const file = findBackupPath(config, name);
      if (file === null) throw new BackupError('This is no backup.');
      const isHere = await access(file).then(
        () => true,
        () => false,
      );
      if (!isHere) await fetchCopy(config, await need(), { name, signal });
    },
  };
}
