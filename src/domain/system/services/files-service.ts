import { AppError } from '#shared/errors/app-error.ts';
import {
  type FilesBucket,
  type FilesBucketInput,
  filesBucket,
} from '#shared/schemas/administration/services.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import {
  removeStoredService,
  runServiceTest,
  saveStoredService,
  serviceRead,
} from './service-changes.ts';
import { readStoredService, type StoredCtx } from './stored-service.ts';

/** A bucket with the secret of its key. */
export interface BucketWithSecret extends FilesBucket {
  secretAccessKey: string;
}

/** The bucket that an admin saved, with its secret, which is null if this node cannot decrypt it. */
export async function readFilesBucket(
  ctx: StoredCtx,
): Promise<(FilesBucket & { secretAccessKey: string | null }) | null> {
  const stored = await readStoredService(ctx, 'files');
  return stored && { ...filesBucket.parse(stored.settings), secretAccessKey: stored.secret };
}

/**
 * The bucket for its page, without its secret.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getFilesService(
  ctx: Ctx,
): Promise<{ source: 'environment' | 'page' | null; bucket: FilesBucket | null }> {
  requireAdmin(ctx);
  if (ctx.operations.filesService.isInEnvironment) return { source: 'environment', bucket: null };
  const stored = await readFilesBucket(ctx);
  if (!stored) return { source: null, bucket: null };
  const { secretAccessKey: _, ...bucket } = stored;
  return { source: 'page', bucket };
}

/**
 * Saves the bucket. It holds at once, on every node. The stored secret is kept only for the same address and key. Files
 * that are in the bucket are not moved, so it stays the one that it is while it has some.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `files-in-bucket`,
 * `bad-input` (the secret must be typed again).
 */
export async function saveFilesBucket(ctx: Ctx, input: FilesBucketInput): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await requireFreshProof(ctx);
  await requireNoFilesLost(ctx, input);
  await saveStoredService(ctx, { service: 'files', adminId: id }, async (stored) => {
    const { secretAccessKey, ...settings } = await complete(stored, input);
    return { settings, secret: secretAccessKey };
  });
  await publish(ctx);
}

/**
 * Removes the bucket that an admin saved.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `files-in-bucket`.
 */
export async function removeFilesBucket(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await requireFreshProof(ctx);
  await requireNoFilesLost(ctx, null);
  await removeStoredService(ctx, { service: 'files', adminId: id });
  await publish(ctx);
}

/**
 * Writes, reads and deletes one object, before the bucket is saved. Returns what is wrong, in words; null if it works.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `bad-input`, `rate-limited`.
 */
export async function testFilesBucket(ctx: Ctx, input: FilesBucketInput): Promise<string | null> {
  const { id } = requireAdmin(ctx);
  const { test } = requireSettable(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const bucket = await complete(ctx, input);
  return runServiceTest(ctx, { service: 'files', adminId: id }, () => test(bucket));
}

function requireSettable({ operations }: Pick<Ctx, 'operations'>) {
  const { filesService } = operations;
  if (filesService.isInEnvironment) throw new AppError('set-in-environment');
  return filesService;
}

/** A bucket that cannot be asked counts as one with files. */
async function requireNoFilesLost(ctx: Ctx, next: FilesBucket | null): Promise<void> {
  const stored = await readFilesBucket(ctx);
  if (!stored?.keepsFiles) return;
  const isKept =
    next?.keepsFiles && next.endpoint === stored.endpoint && next.bucket === stored.bucket;
  if (isKept) return;
  const { secretAccessKey } = stored;
  const hasFiles =
    secretAccessKey === null ||
    (await ctx.operations.filesService.hasFiles({ ...stored, secretAccessKey }).catch(() => true));
  if (hasFiles) throw new AppError('files-in-bucket');
}

/** The input with the stored secret, if it is for the same address and key. */
async function complete(ctx: StoredCtx, input: FilesBucketInput): Promise<BucketWithSecret> {
  if (input.secretAccessKey !== '') return input;
  const stored = await readFilesBucket(ctx);
  if (stored?.endpoint === input.endpoint && stored.accessKeyId === input.accessKeyId) {
    const { secretAccessKey } = stored;
    if (secretAccessKey !== null) return { ...input, secretAccessKey };
  }
  const text = stored
    ? 'Type the secret again. The stored one is for the address and the key that were saved.'
    : 'Type the secret of the key.';
  throw new AppError('bad-input', { fields: { secretAccessKey: text } });
}

/** Lets this node use it before the page is shown, and the others at once. */
async function publish({ gallery, events }: Pick<Ctx, 'gallery' | 'events'>): Promise<void> {
  await gallery.refreshFiles?.();
  events.publish({ type: 'read-outdated', read: serviceRead('files') });
}
