import type { FileStore } from '#domain/gallery/storage/file-store.ts';

/** A folder, before which a bucket can be put while the server runs. */
interface ChangeableFileStore extends FileStore {
  /** Null: only the folder. */
  setBucket(bucket: FileStore | null): void;
}

/**
 * Stores files in a bucket, and without one in the folder. What the folder has stays there, and is read and deleted
 * there: nobody has to move files before a bucket is used, and a file that is stored during the change is not lost.
 */
export function createBucketBeforeFolder(folder: FileStore): ChangeableFileStore {
  let bucket: FileStore | null = null;
  return {
    setBucket(next) {
      bucket = next;
    },
    get isShared() {
      return (bucket ?? folder).isShared;
    },
    save: (name, path) => (bucket ?? folder).save(name, path),
    async open(name, range) {
      const found = await bucket?.open(name, range);
      return found ?? folder.open(name, range);
    },
    async *list(name) {
      if (bucket) yield* bucket.list(name);
      yield* folder.list(name);
    },
    async remove(name) {
      await bucket?.remove(name);
      await folder.remove(name);
    },
  };
}
