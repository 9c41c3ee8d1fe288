import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { UploadInfo } from '#domain/gallery/uploads/get-upload-info.ts';
import { type AppError, type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { contentInfo } from '../lib/content-info.ts';

/** An error as the service's clients read it. */
export interface WireError {
  status: number;
  code: string;
  content: string;
  /** Seconds. */
  retryAfter?: number;
}

/** Codes and texts that clients know; what is not here has our own text under a general code. */
const known: Partial<Record<AppErrorCode, Omit<WireError, 'retryAfter'>>> = {
  'upload-key': wire(403, 'ProjectPublicKeyInvalidError', 'UPLOADCARE_PUB_KEY is invalid.'),
  'upload-unsigned': wire(403, 'SignatureInvalidError', 'Invalid signature.'),
  'upload-expired': wire(403, 'SignatureExpirationError', 'Expired signature.'),
  'upload-gone': wire(404, 'FileNotFoundError', 'File is not found.'),
  'upload-incomplete': wire(
    400,
    'MultipartUploadSizeTooSmallError',
    'File size mismatch. Not all parts uploaded?',
  ),
};

/** Our own texts under the codes of the service. */
const codes: Partial<Record<AppErrorCode, [status: number, code: string]>> = {
  'upload-bytes': [400, 'FileSizeLimitExceededError'],
  'upload-small': [400, 'MultipartFileSizeTooSmallError'],
  'upload-limit': [403, 'AccountLimitsExceededError'],
  'uploads-of-day': [403, 'AccountLimitsExceededError'],
  'not-a-picture': [400, 'FileTypeForbiddenError'],
};

/** Whoever has to wait for longer is told so instead of being kept waiting by the client. */
const waitMaxMs = 60_000;

/** What a failure is called on the wire; null for what is no refusal. */
export function wireError(error: unknown): WireError | null {
  if (!isAppError(error)) return null;
  if (error.status === 429 || error.code === 'pictures-busy') return throttled(error);
  const [status, code] = codes[error.code] ?? [error.status, 'UploadFailedError'];
  return known[error.code] ?? wire(status, code, error.message);
}

function throttled(refusal: AppError): WireError {
  const { retryAfterMs = 0 } = refusal.details;
  if (retryAfterMs > waitMaxMs) return wire(403, 'AccountLimitsExceededError', refusal.message);
  const retryAfter = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return { ...wire(429, 'RequestThrottledError', 'Request was throttled.'), retryAfter };
}

export function wire(status: number, code: string, content: string): WireError {
  return { status, code, content };
}

/** Answers with an error, in the form that was asked for. */
export function toErrorResponse(
  c: Context,
  { status, code, content, retryAfter }: WireError,
): Response {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  if (!c.req.query('jsonerrors')) return c.text(content, status as ContentfulStatusCode);
  return c.json({ error: { status_code: status, content, error_code: code } });
}

/** What the service tells of a file. */
export function infoAnswer({ id, name, bytes, ready, published, metadata, picture }: UploadInfo) {
  const content = picture && contentInfo(picture);
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
