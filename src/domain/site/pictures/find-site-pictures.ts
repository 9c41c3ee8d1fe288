import { and, desc, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures } from '#database/schema.ts';
import { servedPicturesPath } from '#shared/constants/gallery/gallery-paths.ts';
import { isSitePicture } from './save-picture-uses.ts';

/** One of the two sizes of a picture. */
export interface SitePictureSize {
  /** A path on this server whose content never changes. */
  path: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** A picture that an editor of the site uploaded. */
export interface SitePicture {
  id: string;
  /** At most 2,048 pixels on the long side. */
  full: SitePictureSize;
  /** At most 480 pixels on the long side. */
  thumbnail: SitePictureSize;
}

/** The columns that `toSitePicture` needs. */
export const sitePictureColumns = {
  id: pictures.id,
  fullHash: pictures.fullHash,
  fullWidth: pictures.fullWidth,
  fullHeight: pictures.fullHeight,
  thumbnailHash: pictures.thumbnailHash,
  thumbnailWidth: pictures.thumbnailWidth,
  thumbnailHeight: pictures.thumbnailHeight,
};

type Row = {
  [Name in keyof typeof sitePictureColumns]: (typeof sitePictureColumns)[Name]['_']['data'];
};
type Hashes = 'fullHash' | 'thumbnailHash';

export function toSitePicture(
  row: Omit<Row, Hashes> & { [Name in Hashes]: string | null },
): SitePicture {
  const { id } = row;
  const pathOf = (hash: string | null) => `${servedPicturesPath}${id}/${hash}.webp`;
  return {
    id,
    full: { path: pathOf(row.fullHash), width: row.fullWidth, height: row.fullHeight },
    thumbnail: {
      path: pathOf(row.thumbnailHash),
      width: row.thumbnailWidth,
      height: row.thumbnailHeight,
    },
  };
}

/** The pictures of the site with these ids, in this order. Deleted ones are left out. */
export async function findSitePictures(
  db: Queryable,
  ids: readonly string[],
): Promise<SitePicture[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(sitePictureColumns)
    .from(pictures)
    .where(and(isSitePicture, inArray(pictures.id, [...ids])));
  const found = new Map(rows.map((row) => [row.id, toSitePicture(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The pictures of the site by the hash of their full size. */
export async function findSitePicturesByHash(
  db: Queryable,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select({ id: pictures.id, hash: pictures.fullHash })
    .from(pictures)
    .where(and(isSitePicture, inArray(pictures.fullHash, [...new Set(hashes)])))
    .orderBy(desc(pictures.id));
  // Of several, the oldest counts, so that the same import finds the same ones.
  return new Map(rows.map(({ id, hash }) => [hash ?? '', id]));
}
