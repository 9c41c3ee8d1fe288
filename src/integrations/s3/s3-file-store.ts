import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import { checkStorageFolder, checkStorageKey } from '../lib/storage-key.ts';
import { openS3Bucket, type S3Settings } from './s3-bucket.ts';

/** Stores files in a bucket of a service that supports the S3 protocol. */
export function createS3FileStore(settings: S3Settings): FileStore {
  const bucket = openS3Bucket(settings);
  return {
    isShared: true,
    save: async (name, path) => bucket.put(checkStorageKey(name), path),
    open: async (name, range) => bucket.open(checkStorageKey(name), range),
    list: (folder) => bucket.list(`${checkStorageFolder(folder)}/`),
    remove: async (name) => bucket.remove(checkStorageKey(name)),
  };
}
