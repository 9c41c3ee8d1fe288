import { data, type RouterContextProvider } from 'react-router';
import { databaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { ctxContext } from '../request-context.ts';
import type { AppErrorData } from './render-app-error.ts';

interface Args {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

const { status, retryAfterMs, text } = databaseUnavailable;

/** The status and headers of a page or form that failed because the database cannot be reached. */
export const unavailableInit = {
  status,
  headers: { 'Retry-After': String(retryAfterMs / 1000) },
};

/** Logs such a failure and returns what the loader throws, so that the error page says when to try again. */
export function renderUnavailable(error: unknown, { request, context }: Args) {
  const path = new URL(request.url).pathname;
  context.get(ctxContext).log.error({ err: error, path }, 'request failed');
  const view = { code: 'unexpected', message: text, fields: {}, retryAfterMs } as const;
  return data<AppErrorData>({ error: view }, unavailableInit);
}
