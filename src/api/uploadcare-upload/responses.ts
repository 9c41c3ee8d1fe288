import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { UploadInfo } from '#domain/gallery/uploads/get-upload-info.ts';
import { MalformedFormError } from '#http-body/parse-multipart.ts';
import { StalledBodyError } from '#http-body/stalled-body.ts';
import { type AppError, isAppError } from '#shared/errors/app-error.ts';
import { ApiError, type ApiErrorTable, setRetryAfter, toApiError } from '../lib/api-error.ts';
import { toContentInfo } from '../lib/uploadcare-content-info.ts';

/** AppErrors under the codes of Uploadcare, with Uploadcare's text if its clients know it. */
const knownErrors: ApiErrorTable = {
  'upload-key': [403, 'ProjectPublicKeyInvalidError', 'UPLOADCARE_PUB_KEY is invalid.'],
  'upload-unsigned': [403, 'SignatureInvalidError', 'Invalid signature.'],
  'upload-expired': [403, 'SignatureExpirationError', 'Expired signature.'],
  'upload-gone': [404, 'FileNotFoundError', 'File is not found.'],
  'upload-incomplete': [
    400,
    'MultipartUploadSizeTooSmallError',
    'File size mismatch. Not all parts uploaded?',
  ],
  'upload-bytes': [400, 'FileSizeLimitExceededError'],
  'upload-small': [400, 'MultipartFileSizeTooSmallError'],
  'upload-limit': [403, 'AccountLimitsExceededError'],
  'uploads-of-day': [403, 'AccountLimitsExceededError'],
  'not-a-picture': [400, 'FileTypeForbiddenError'],
};

/** For longer waits the error is final. Otherwise the client would wait without telling its user. */
const waitMaxMs = 60_000;

/** Translates an expected error for clients of the upload API; null for any other error, which is a bug. */
export function toUploadError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof StalledBodyError) {
    const text = 'Nothing of the request came for too long.';
    return new ApiError(408, 'RequestTimeoutError', text);
  }
  if (error instanceof MalformedFormError) {
    return new ApiError(400, 'PostRequestParserFailedError', 'HTTP POST request parsing failed.');
  }
  if (!isAppError(error)) return null;
  if (error.status === 429 || error.code === 'pictures-busy') return toThrottlingError(error);
  const { status, code, message } = toApiError(error, knownErrors, 'UploadFailedError');
  return new ApiError(status, code, message);
}

function toThrottlingError({ details, message }: AppError): ApiError {
  const { retryAfterMs = 0 } = details;
  if (retryAfterMs > waitMaxMs) return new ApiError(403, 'AccountLimitsExceededError', message);
  return new ApiError(429, 'RequestThrottledError', 'Request was throttled.', retryAfterMs);
}

/** Creates the response to an error: JSON with status 200 if the client sent `jsonerrors`, else text. */
export function toErrorResponse(
  c: Context,
  { status, code, message, retryAfterMs }: ApiError,
): Response {
  setRetryAfter(c, retryAfterMs);
  if (!c.req.query('jsonerrors')) return c.text(message, status as ContentfulStatusCode);
  return c.json({ error: { status_code: status, content: message, error_code: code } });
}

/** A file as clients of the upload API expect it. */
export function toFileInfoResponse({
  id,
  name,
  bytes,
  ready,
  published,
  metadata,
  picture,
}: UploadInfo) {
  const content = picture && toContentInfo(picture);
  return {
    uuid: id,
    file_id: id,
    size: bytes,
    total: bytes,
    done: bytes,
    original_filename: name,
    filename: name,
    mime_type: picture?.kind ?? 'application/octet-stream',
    is_image: picture !== null,
    is_stored: published,
    is_ready: ready,
    image_info: content?.image ?? null,
    video_info: null,
    content_info: content,
    metadata,
  };
}
