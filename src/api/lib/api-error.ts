import type { Context } from 'hono';
import { type AppError, type AppErrorCode, findFieldError } from '#shared/errors/app-error.ts';

/** An error of an API, with the status, code and text that its clients know. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** After how many milliseconds a retry can succeed; undefined if that is not known. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, text: string, retryAfterMs?: number) {
    super(text);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** How an API presents AppErrors to its clients. Without a text the AppError's own text is sent. */
export type ApiErrorTable = Partial<
  Record<AppErrorCode, readonly [status: number, code: string, text?: string]>
>;

/** Translates an AppError by the table of an API; errors outside the table get `defaultCode`. */
export function toApiError(error: AppError, table: ApiErrorTable, defaultCode: string): ApiError {
  const [status, code, text] = table[error.code] ?? [error.status, defaultCode];
  return new ApiError(status, code, text ?? describeError(error), error.details.retryAfterMs);
}

/** The text of an AppError. For invalid input it is the first invalid field and its text. */
export function describeError(error: AppError): string {
  const found = findFieldError(error);
  if (!found) return error.message;
  return found.field ? `${found.field}: ${found.text}` : found.text;
}

/** Whole seconds for a `Retry-After` header, at least 1. */
export function toRetrySeconds(retryAfterMs: number): number {
  return Math.max(1, Math.ceil(retryAfterMs / 1000));
}

/** Sets the `Retry-After` header if a time is known. */
export function setRetryAfter(c: Context, retryAfterMs: number | undefined): void {
  if (retryAfterMs !== undefined) c.header('Retry-After', String(toRetrySeconds(retryAfterMs)));
}
