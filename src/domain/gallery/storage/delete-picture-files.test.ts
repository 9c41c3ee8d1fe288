import { randomUUID } from 'node:crypto';
import { and, isNotNull, isNull } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { ExternalFilesError } from '#shared/errors/external-files-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { deleteFiles } from '../file-rest-api/delete-service-files.ts';
import { purgeAbandonedUploads } from '../uploads/purge-abandoned-uploads.ts';
import type { ExternalFiles } from './external-files.ts';

const database = useDatabase();
beforeEach(async () => {
  await database.db.delete(pictures);
});

/** Inserts pictures of the external file service or of our own file store, deleted by default. */
async function insert(count: number, { external = false, removed = true } = {}) {
  const at = createTestCtx(database.db).clock.now();
  const bytes = external ? null : 1_000;
  const hash = external ? null : 'a'.repeat(64);
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    name: 'photo.jpg',
    kind: 'image/jpeg',
    bytes: 1_000,
    fullWidth: 40,
    fullHeight: 30,
    fullBytes: bytes,
    fullHash: hash,
    thumbnailWidth: 40,
    thumbnailHeight: 30,
    thumbnailBytes: bytes,
    thumbnailHash: hash,
    uploadedAt: at,
    keptAt: at,
    publishedAt: at,
    removedAt: removed ? at : null,
  }));
  await database.db.insert(pictures).values(rows);
  return rows.map(({ id }) => id);
}

/**
 * A context whose file store cannot delete the files of `undeletable`, and whose external file service deletes
 * with `remove`.
 */
function createFixture({
  undeletable = [],
  remove,
}: {
  undeletable?: string[];
  remove?: (id: string) => Promise<void>;
} = {}) {
  const externalFiles: ExternalFiles | null = remove
    ? {
        uploadUrl: 'https://upload.example',
        publicKey: 'public',
        signUpload: () => 'signed',
        find: async () => null,
        store: async () => {},
        remove,
        readPicture: async () => Buffer.alloc(0),
        getPictureUrl: (id) => `https://cdn.example/${id}/`,
      }
    : null;
  return createTestCtx(database.db, {
    gallery: {
      externalFiles,
      fileStore: {
        async save() {},
        open: async () => null,
        async *list() {},
        isShared: false,
        async remove(name) {
          if (undeletable.some((id) => name.includes(id)))
            throw new Error('The disk does not let it go.');
        },
      },
    },
  });
}

const countRemaining = (where = isNotNull(pictures.id)) =>
  database.db.$count(pictures, and(isNull(pictures.filesGoneAt), where));

it('files that cannot be deleted do not block the others, even if there are many', async () => {
  const undeletable = await insert(200);
  await insert(1);
  const ctx = createFixture({ undeletable });
  // A run misses the one other file with a probability of 1 in 201.
  for (let run = 0; run < 5 && (await countRemaining()) > 200; run += 1)
    await purgeAbandonedUploads(ctx);
  expect(await countRemaining()).toBe(200);
});

it('files of a service that is not configured any more do not block our own files', async () => {
  await insert(200, { external: true });
  await insert(20);
  await purgeAbandonedUploads(createFixture());
  expect(await countRemaining(isNotNull(pictures.fullHash))).toBe(0);
  expect(await countRemaining(isNull(pictures.fullHash))).toBe(200);
});

it('a service that failed is not called again until the next run, which continues', async () => {
  await insert(50, { external: true });
  await insert(5);
  let calls = 0;
  await purgeAbandonedUploads(
    createFixture({
      async remove() {
        calls += 1;
        throw new ExternalFilesError('down');
      },
    }),
  );
  expect(calls).toBe(1);
  expect(await countRemaining(isNotNull(pictures.fullHash))).toBe(0);
  await purgeAbandonedUploads(createFixture({ remove: async () => {} }));
  expect(await countRemaining()).toBe(0);
});

it('deleting a hundred files waits for a few parallel calls to the service; the purge deletes the others', async () => {
  const ids = await insert(80, { external: true, removed: false });
  ids.push(...(await insert(20, { removed: false })));
  let calls = 0;
  const allStarted = Promise.withResolvers<void>();
  const ctx = createFixture({
    async remove() {
      calls += 1;
      if (calls === uploadConstants.removalsAtOnce) allStarted.resolve();
      await allStarted.promise;
    },
  });
  expect(await deleteFiles(ctx, ids)).toHaveLength(100);
  expect(calls).toBe(uploadConstants.removalsAtOnce);
  expect(await countRemaining(isNotNull(pictures.fullHash))).toBe(0);
  expect(await database.db.$count(pictures, isNull(pictures.removedAt))).toBe(0);
  await purgeAbandonedUploads(ctx);
  expect(await countRemaining()).toBe(0);
});
