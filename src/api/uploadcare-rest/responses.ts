import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { StoredFile } from '#domain/gallery/file-service/stored-file.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { contentInfo } from '../lib/content-info.ts';

/** Clients compare it as a whole: with a charset behind it they read nothing. */
const mediaType = 'application/vnd.uploadcare-v0.7+json';

/** Under which of its names a client takes what we answer. */
const accepted = [mediaType, 'application/json', 'application/*', '*/*'];

/** What a client asked for that the wire does not have. */
export class WireFault extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** @throws WireFault when what we answer is not what the client takes. */
export function requireAccepted(accept: string | undefined): void {
  if (!accept) return;
  const types = accept.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase() ?? '');
  if (types.some((one) => accepted.includes(one))) return;
  throw new WireFault(406, 'Could not satisfy the request Accept header.');
}

export function answer(c: Context, body: unknown, status: number = 200): Response {
  return c.body(JSON.stringify(body), status as ContentfulStatusCode, {
    'Content-Type': mediaType,
  });
}

/** Answers with what is wrong; null for what is a bug. */
export function toErrorResponse(c: Context, error: unknown): Response | null {
  if (error instanceof WireFault) return answer(c, { detail: error.message }, error.status);
  if (!isAppError(error)) return null;
  if (error.status !== 429) return answer(c, { detail: error.message }, error.status);
  const seconds = Math.max(1, Math.ceil((error.details.retryAfterMs ?? 0) / 1000));
  c.header('Retry-After', String(seconds));
  const unit = seconds === 1 ? 'second' : 'seconds';
  const detail = `Request was throttled. Expected available in ${seconds} ${unit}.`;
  return answer(c, { detail }, 429);
}

/** A file as the service's clients read it. */
export function fileAnswer(origin: string, file: StoredFile) {
  const { id, address, storedAt, removedAt } = file;
  return {
    datetime_removed: removedAt?.toISOString() ?? null,
    datetime_stored: storedAt?.toISOString() ?? null,
    datetime_uploaded: file.uploadedAt,
    is_image: true,
    is_ready: true,
    mime_type: file.kind,
    // What was sent is not kept: this is the full size that was made of it, without its metadata.
    original_file_url: address && new URL(address, origin).href,
    original_filename: file.name,
    size: file.bytes,
    url: `${origin}/files/${id}/`,
    uuid: id,
    variations: null,
    content_info: contentInfo(file),
    metadata: file.metadata,
    tags: [],
    appdata: null,
  };
}
