import { z } from 'zod';
import type { ExternalFile } from '#domain/gallery/storage/external-files.ts';

const side = z.int().min(1);
const record = z.object({
  uuid: z.uuid(),
  original_filename: z.string().nullable(),
  size: z.int().min(0),
  mime_type: z.string().nullable(),
  is_image: z.boolean().nullable(),
  is_ready: z.boolean(),
  datetime_removed: z.string().nullable(),
  datetime_uploaded: z.string(),
  content_info: z
    .object({
      image: z
        .object({ width: side, height: side, orientation: z.int().nullish() })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  metadata: z.record(z.string(), z.string()).nullish().catch(null),
});

/** Parses the service's record of a file; null when it is not valid. */
export function parseFileRecord(body: unknown): ExternalFile | null {
  const parsed = record.safeParse(body);
  if (!parsed.success) return null;
  const data = parsed.data;
  const uploadedAt = new Date(data.datetime_uploaded);
  if (Number.isNaN(uploadedAt.getTime())) return null;
  return {
    id: data.uuid,
    name: data.original_filename ?? '',
    bytes: data.size,
    kind: data.mime_type ?? '',
    size: data.is_image ? orientedSize(data.content_info?.image) : null,
    ready: data.is_ready,
    removed: data.datetime_removed !== null,
    uploadedAt,
    metadata: data.metadata ?? {},
  };
}

/**
 * The size after EXIF orientation is applied: the service reports the size before, and shows
 * pictures after it.
 */
function orientedSize(
  image: { width: number; height: number; orientation?: number | null } | null | undefined,
) {
  if (!image) return null;
  const { width, height, orientation } = image;
  const isRotated = (orientation ?? 1) >= 5;
  return isRotated ? { width: height, height: width } : { width, height };
}
