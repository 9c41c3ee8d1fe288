import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServiceFile } from '#domain/gallery/file-rest-api/service-file.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { ApiError, describeError, toRetrySeconds } from '../lib/api-error.ts';
import { toContentInfo } from '../lib/uploadcare-content-info.ts';

/** Clients compare the whole value. They do not parse a response with a charset parameter. */
const mediaType = 'application/vnd.uploadcare-v0.7+json';

/** Accept values that include our media type. */
const acceptedTypes = [mediaType, 'application/json', 'application/*', '*/*'];

/** @throws ApiError `NotAcceptable` if the Accept header excludes our media type. */
export function requireAccepted(accept: string | undefined): void {
  if (!accept) return;
  const types = accept.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase() ?? '');
  if (types.some((one) => acceptedTypes.includes(one))) return;
  throw new ApiError(406, 'NotAcceptable', 'Could not satisfy the request Accept header.');
}

export function createResponse(c: Context, body: unknown, status: number = 200): Response {
  return c.body(JSON.stringify(body), status as ContentfulStatusCode, {
    'Content-Type': mediaType,
  });
}

/** Creates the response to an expected error; null for any other error, which is a bug. */
export function toErrorResponse(c: Context, error: unknown): Response | null {
  if (error instanceof ApiError) return createResponse(c, { detail: error.message }, error.status);
  if (!isAppError(error)) return null;
  if (error.status !== 429)
    return createResponse(c, { detail: describeError(error) }, error.status);
  const seconds = toRetrySeconds(error.details.retryAfterMs ?? 0);
  c.header('Retry-After', String(seconds));
  const unit = seconds === 1 ? 'second' : 'seconds';
  const detail = `Request was throttled. Expected available in ${seconds} ${unit}.`;
  return createResponse(c, { detail }, 429);
}

/** A file as clients of the REST API expect it. */
export function toFileResponse(origin: string, file: ServiceFile) {
  const { id, url, storedAt, removedAt } = file;
  return {
    datetime_removed: removedAt?.toISOString() ?? null,
    datetime_stored: storedAt?.toISOString() ?? null,
    datetime_uploaded: file.uploadedAt,
    is_image: true,
    is_ready: true,
    mime_type: file.kind,
    // The original is not stored. This is the full-size version, without its metadata.
    original_file_url: url && new URL(url, origin).href,
    original_filename: file.name,
    size: file.bytes,
    url: `${origin}/files/${id}/`,
    uuid: id,
    variations: null,
    content_info: toContentInfo(file),
    metadata: file.metadata,
    tags: [],
    appdata: null,
  };
}
