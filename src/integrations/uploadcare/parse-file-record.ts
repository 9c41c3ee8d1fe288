import { z } from 'zod';
import type { HostedFile } from '#domain/gallery/storage/hosted-files.ts';

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

/** Reads the service's record of a file; null for what is none. */
export function readRecord(body: unknown): HostedFile | null {
  const parsed = record.safeParse(body);
  if (!parsed.success) return null;
  const told = parsed.data;
  const uploadedAt = new Date(told.datetime_uploaded);
  if (Number.isNaN(uploadedAt.getTime())) return null;
  return {
    id: told.uuid,
    name: told.original_filename ?? '',
    bytes: told.size,
    kind: told.mime_type ?? '',
    size: told.is_image ? uprightSize(told.content_info?.image) : null,
    ready: told.is_ready,
    removed: told.datetime_removed !== null,
    uploadedAt,
    metadata: told.metadata ?? {},
  };
}

/** The service tells of a picture as its camera held it, and shows it upright. */
function uprightSize(
  image: { width: number; height: number; orientation?: number | null } | null | undefined,
) {
  if (!image) return null;
  const { width, height, orientation } = image;
  const turned = (orientation ?? 1) >= 5;
  return turned ? { width: height, height: width } : { width, height };
}
