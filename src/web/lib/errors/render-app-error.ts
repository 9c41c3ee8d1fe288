import { data } from 'react-router';
import { type AppError, type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { safePath } from '#shared/format/safe-path.ts';
import { redirect } from '../actions/redirect.ts';

/** A refusal as a page sees it: in `actionData.refusal`, or as the `data` of an error boundary. */
export interface AppErrorView {
  code: AppErrorCode;
  message: string;
  /** Input name to what is wrong with it. */
  fields: Record<string, string>;
  retryAfterMs: number | null;
}

export interface AppErrorData {
  refusal: AppErrorView;
}

function headersOf(refusal: AppError): HeadersInit | undefined {
  const { retryAfterMs } = refusal.details;
  if (retryAfterMs === undefined) return undefined;
  return { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
}

function view(refusal: AppError): AppErrorData {
  return {
    refusal: {
      code: refusal.code,
      message: refusal.message,
      fields: refusal.details.fields ?? {},
      retryAfterMs: refusal.details.retryAfterMs ?? null,
    },
  };
}

/** Where a visitor goes to log in, to come back to `request`'s page afterwards. */
export function loginPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  url.searchParams.delete('_routes');
  const search = url.searchParams.toString();
  // An action's address is its page's; index marks are React Router's own.
  const next = path + (search ? `?${search.replace(/^index=?&?/, '')}` : '');
  // What would not be gone back to is left out.
  const kept = safePath(next);
  return kept === '/' ? '/login' : `/login?next=${encodeURIComponent(kept)}`;
}

/** Renders a refusal thrown by a loader: to the login, or to the nearest error boundary. */
export function throwForLoader(error: unknown, request: Request): never {
  if (!isAppError(error)) throw error;
  if (error.code === 'login-required') throw redirect(loginPath(request));
  throw data(view(error), { status: error.status, headers: headersOf(error) });
}

/** Renders a refusal thrown by an action: to the login, or as the action's answer. */
export function respondForAction(error: unknown, request: Request) {
  if (!isAppError(error)) throw error;
  if (error.code === 'login-required') throw redirect(loginPath(request));
  return data(view(error), { status: error.status, headers: headersOf(error) });
}
