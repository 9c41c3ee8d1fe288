import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures, uploads } from '#database/schema.ts';

/** Removes the pictures of a deleted account. A job deletes their files. Pictures of the site are not its own. */
export async function removePicturesOfAccount(
  tx: Queryable,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await tx
    .update(pictures)
    .set({
      removedAt: sql`coalesce(${pictures.removedAt}, case when ${pictures.purpose} = 'gallery'
        then ${at.toISOString()}::timestamptz end)`,
      caption: '',
      name: '',
      metadata: {},
    })
    .where(eq(pictures.userId, userId));
}

/** Erases the names of the files that a deleted account uploaded. */
export async function eraseUploadsOfAccount(db: Queryable, userId: string): Promise<void> {
  await db
    .update(uploads)
    .set({ name: '', metadata: {} })
    .where(and(eq(uploads.userId, userId), ne(uploads.name, '')));
}
