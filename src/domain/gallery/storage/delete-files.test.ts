import { randomUUID } from 'node:crypto';
import { and, isNotNull, isNull } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { HostedFilesError } from '#shared/errors/hosted-files-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { deleteFiles } from '../file-service/delete-files.ts';
import { purgeAbandonedUploads } from '../uploads/purge-abandoned-uploads.ts';
import type { HostedFiles } from './hosted-files.ts';

const database = useDatabase();
beforeEach(async () => {
  await database.db.delete(pictures);
});

/** So many pictures, of the hosted service or of our own; deleted ones unless told else. */
async function insert(count: number, { hosted = false, removed = true } = {}) {
  const at = createTestCtx(database.db).clock.now();
  const bytes = hosted ? null : 1_000;
  const hash = hosted ? null : 'a'.repeat(64);
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

/** A store that cannot remove the files of `stuck`, and a service whose removals do what `remove` does. */
function scene({
  stuck = [],
  remove,
}: {
  stuck?: string[];
  remove?: (id: string) => Promise<void>;
} = {}) {
  const hostedFiles: HostedFiles | null = remove
    ? {
        uploadUrl: 'https://upload.example',
        publicKey: 'public',
        signUpload: () => 'signed',
        find: async () => null,
        store: async () => {},
        remove,
        addressOf: (id) => `https://cdn.example/${id}/`,
      }
    : null;
  return createTestCtx(database.db, {
    hostedFiles,
    fileStore: {
      async keep() {},
      open: async () => null,
      async remove(name) {
        if (stuck.some((id) => name.includes(id))) throw new Error('The disk does not let it go.');
      },
    },
  });
}

const left = (where = isNotNull(pictures.id)) =>
  database.db.$count(pictures, and(isNull(pictures.filesGoneAt), where));

it('files that cannot be removed do not keep the others for ever, however many they are', async () => {
  const stuck = await insert(200);
  await insert(1);
  const ctx = scene({ stuck });
  // The one is left out of a turn by a chance of 1 in 201.
  for (let turn = 0; turn < 5 && (await left()) > 200; turn += 1) await purgeAbandonedUploads(ctx);
  expect(await left()).toBe(200);
});

it('files of a service that is not set any more keep none of ours', async () => {
  await insert(200, { hosted: true });
  await insert(20);
  await purgeAbandonedUploads(scene());
  expect(await left(isNotNull(pictures.fullHash))).toBe(0);
  expect(await left(isNull(pictures.fullHash))).toBe(200);
});

it('a service that failed is left alone until the next time, and then goes on', async () => {
  await insert(50, { hosted: true });
  await insert(5);
  let asked = 0;
  await purgeAbandonedUploads(
    scene({
      async remove() {
        asked += 1;
        throw new HostedFilesError('down');
      },
    }),
  );
  expect(asked).toBe(1);
  expect(await left(isNotNull(pictures.fullHash))).toBe(0);
  await purgeAbandonedUploads(scene({ remove: async () => {} }));
  expect(await left()).toBe(0);
});

it('who deletes a hundred files waits for few of the service, at once; the others follow later', async () => {
  const ids = await insert(80, { hosted: true, removed: false });
  ids.push(...(await insert(20, { removed: false })));
  let asked = 0;
  const allAtOnce = Promise.withResolvers<void>();
  const ctx = scene({
    async remove() {
      asked += 1;
      if (asked === uploadConstants.removalsAtOnce) allAtOnce.resolve();
      await allAtOnce.promise;
    },
  });
  expect(await deleteFiles(ctx, ids)).toHaveLength(100);
  expect(asked).toBe(uploadConstants.removalsAtOnce);
  expect(await left(isNotNull(pictures.fullHash))).toBe(0);
  expect(await database.db.$count(pictures, isNull(pictures.removedAt))).toBe(0);
  await purgeAbandonedUploads(ctx);
  expect(await left()).toBe(0);
});
