import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictures } from '#db/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { pictureFile } from '#domain/pictures/files.ts';

/** A picture of `userId` with both its files, as an upload leaves it; in the gallery unless told else. */
export async function createPicture(
  { db, files, workrooms, clock }: Pick<Ctx, 'db' | 'files' | 'workrooms' | 'clock'>,
  values: Pick<typeof pictures.$inferInsert, 'userId'> & Partial<typeof pictures.$inferInsert>,
): Promise<string> {
  const id = randomUUID();
  const [fullHash, thumbnailHash] = ['full', 'small'].map((size) =>
    createHash('sha256').update(`${id} ${size}`).digest('hex'),
  ) as [string, string];
  await workrooms.enter(async ({ folder }) => {
    for (const hash of [fullHash, thumbnailHash]) {
      const file = path.join(folder, hash);
      await writeFile(file, `${hash} in its bytes`);
      await files.keep(pictureFile(id, hash), file);
    }
  });
  await db.insert(pictures).values({
    id,
    name: 'photo.jpg',
    kind: 'image/jpeg',
    bytes: 60_000,
    fullWidth: 1200,
    fullHeight: 800,
    fullBytes: 50_000,
    fullHash,
    thumbnailWidth: 480,
    thumbnailHeight: 320,
    thumbnailBytes: 9_000,
    thumbnailHash,
    uploadedAt: clock.now(),
    keptAt: clock.now(),
    publishedAt: clock.now(),
    ...values,
  });
  return id;
}
