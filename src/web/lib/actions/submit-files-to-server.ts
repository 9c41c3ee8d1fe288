import { useSyncExternalStore } from 'react';
import { type ClientActionFunctionArgs, data } from 'react-router';
import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { checkFileSizes, type FileLimit } from './file-sizes.ts';
import { sendWithProgress } from './send-with-progress.ts';
import { submitToServer } from './submit-to-server.ts';

/** The sent part of the form with files that this page sends, 0 to 1; null if it sends none. */
let sentShare: number | null = null;
const listeners = new Set<() => void>();

function setSentShare(share: number | null): void {
  sentShare = share;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How much of a form with files was sent, 0 to 1; null if none is being sent. */
export function useSentShare(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => sentShare,
    () => null,
  );
}

/** Like `submitToServer`, for a form that may have files: pages can show how much of it was sent. */
async function submitFilesToServer<T>(
  { request, serverAction }: { request: Request; serverAction: () => Promise<T> },
  failure: FailureTextKey,
) {
  const form = await request.clone().formData();
  const hasFiles = [...form.values()].some((value) => typeof value !== 'string' && value.size > 0);
  const { pathname, search } = new URL(request.url);
  async function send() {
    try {
      const { status, body } = await sendWithProgress(`${pathname}.data${search}`, form, {
        signal: request.signal,
        onProgress: setSentShare,
      });
      // The server has decided something else, such as a redirect, in a format that only the router reads.
      if (body === null) return await serverAction();
      return status < 400 ? (body as T) : data(body as T, { status });
    } finally {
      setSentShare(null);
    }
  }
  return submitToServer({ request, serverAction: hasFiles ? send : serverAction }, failure);
}

/**
 * Creates the `clientAction` of a page whose forms may have files: it checks their sizes before they are sent.
 * `Action` is the action of the page.
 */
export function sendFiles<Action extends (args: never) => unknown>(
  failure: FailureTextKey,
  ...limits: readonly FileLimit[]
) {
  type Answer = Awaited<ReturnType<Action>>;
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    for (const limit of limits) {
      const failed = await checkFileSizes(request, limit);
      if (failed) return failed;
    }
    return submitFilesToServer(
      { request, serverAction: serverAction as () => Promise<Answer> },
      failure,
    );
  };
}
