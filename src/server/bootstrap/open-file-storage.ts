import path from 'node:path';
import pLimit from 'p-limit';
import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import { storageFolders } from '#domain/gallery/storage/file-store.ts';
import type { FilesService } from '#domain/system/server-operations.ts';
import { type BucketWithSecret, readFilesBucket } from '#domain/system/services/files-service.ts';
import { createDiskFileStore } from '#integrations/disk/disk-file-store.ts';
import { createBucketBeforeFolder } from '#integrations/lib/bucket-before-folder.ts';
import type { S3Settings } from '#integrations/s3/s3-bucket.ts';
import { createS3FileStore } from '#integrations/s3/s3-file-store.ts';
import { testS3Bucket } from '#integrations/s3/test-s3-bucket.ts';
import type { Config } from '../config/config.ts';
import type { Services } from './services.ts';

/** Where files of the site are stored now. */
export interface FileStorage {
  /** The same object for the life of the process. */
  fileStore: FileStore;
  /** The bucket of the site; null without one. `keepsFiles`: files are stored there. */
  readonly bucket: { settings: S3Settings; keepsFiles: boolean } | null;
  /** Reads again which bucket admins have set. */
  refresh(): Promise<void>;
}

/** The bucket of the configuration; without one there, that which admins set on a page; without both, a folder. */
export async function openFileStorage(
  ctx: Pick<Services, 'config' | 'db' | 'log' | 'encryption'>,
): Promise<FileStorage> {
  const { config, log } = ctx;
  const fileStore = createBucketBeforeFolder(
    createDiskFileStore(path.join(config.DATA_DIR, 'gallery')),
  );
  let bucket: FileStorage['bucket'] = null;
  let saved = '';
  /** One after the other, so that an earlier read does not replace what a later one found. */
  const inTurn = pLimit(1);
  async function readAgain(): Promise<void> {
    const stored = await readFilesBucket(ctx);
    const now = JSON.stringify(stored);
    if (now === saved) return;
    if (stored === null) {
      bucket = null;
    } else {
      const { keepsFiles, secretAccessKey, ...settings } = stored;
      // With files in the bucket a missing key is an error of each access. They must not go to the folder.
      if (secretAccessKey === null) {
        log.warn({}, 'the secret of the bucket cannot be decrypted, so it cannot be used');
      }
      bucket = { keepsFiles, settings: { ...settings, secretAccessKey: secretAccessKey ?? '' } };
    }
    fileStore.setBucket(bucket?.keepsFiles ? createS3FileStore(bucket.settings) : null);
    saved = now;
  }
  const storage: FileStorage = {
    fileStore: config.s3 ? createS3FileStore(config.s3) : fileStore,
    get bucket() {
      return config.s3 ? { settings: config.s3, keepsFiles: true } : bucket;
    },
    refresh() {
      if (config.s3) return Promise.resolve();
      return inTurn(readAgain);
    },
  };
  await storage.refresh();
  return storage;
}

/** What a page of admins needs to know of the configuration, and does with a bucket. */
export function openFilesService(config: Config): FilesService {
  return {
    isInEnvironment: config.s3 !== null,
    test: (bucket) => testS3Bucket(bucket),
    async hasFiles(bucket: BucketWithSecret) {
      const store = createS3FileStore(bucket);
      for (const folder of storageFolders) {
        for await (const _ of store.list(folder)) return true;
      }
      return false;
    },
  };
}
