import { data } from 'react-router';
import { type AppError, type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { redirect } from '../actions/redirect.ts';

/**
 * An error as a page receives it: in `actionData.error` or in the `data` of an error boundary. Its code is
 * that of the AppError, or `unexpected` for a bug in a form's action.
 */
export interface AppErrorView {
  code: AppErrorCode | 'unexpected';
  message: string;
  /** The error text of each invalid input, by its name. */
  fields: Record<string, string>;
  retryAfterMs: number | null;
}

export interface AppErrorData {
  error: AppErrorView;
}

function headersOf(error: AppError): HeadersInit | undefined {
  const { retryAfterMs } = error.details;
  if (retryAfterMs === undefined) return undefined;
  return { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
}

function toAppErrorData(error: AppError): AppErrorData {
  return {
    error: {
      code: error.code,
      message: error.message,
      fields: error.details.fields ?? {},
      retryAfterMs: error.details.retryAfterMs ?? null,
    },
  };
}

/** Returns the path of the login that leads back to the page of `request` afterwards. */
export function loginPath(request: Request): string {
  return withReturnPath('/login', request);
}

/** Adds to `target` the parameter `next`, which leads back to the page of `request`. */
function withReturnPath(target: string, request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  url.searchParams.delete('_routes');
  const search = url.searchParams.toString();
  // An action has the URL of its page. React Router adds the parameter `index`.
  const next = path + (search ? `?${search.replace(/^index=?&?/, '')}` : '');
  // A URL outside of this site is left out.
  const returnPath = toSafePath(next);
  return returnPath === '/' ? target : `${target}?next=${encodeURIComponent(returnPath)}`;
}

/**
 * Renders an AppError of a loader: redirects to the login or to the proof of identity, or throws to the
 * nearest error boundary.
 */
export function throwForLoader(error: unknown, request: Request): never {
  if (!isAppError(error)) throw error;
  if (error.code === 'login-required') throw redirect(loginPath(request));
  if (error.code === 'proof-required') throw redirect(withReturnPath('/settings/proof', request));
  throw data(toAppErrorData(error), { status: error.status, headers: headersOf(error) });
}

/** Renders an AppError of an action: redirects to the login or returns it as the action's result. */
export function respondForAction(error: unknown, request: Request) {
  if (!isAppError(error)) throw error;
  if (error.code === 'login-required') throw redirect(loginPath(request));
  return data(toAppErrorData(error), { status: error.status, headers: headersOf(error) });
}
