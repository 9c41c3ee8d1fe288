import type { AppErrorCode } from '#shared/errors/app-error.ts';
import { toast } from '#web/ui/toast.tsx';
import { deleteSentDraft } from '../drafts/draft-store.ts';
import { formFailureOf } from './form-failure.ts';
import { submitToServer } from './submit-to-server.ts';

interface ClientActionArgs<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * As `reachServer`, for forms that lead on to another page once they are done: then their draft is
 * forgotten and `said` of the form's intent is told. `leadsOn` says of an address whether it is where
 * one comes to who is done; whoever is sent elsewhere, as to the login, has the draft still.
 */
export async function submitDraft<T>(
  { request, serverAction }: ClientActionArgs<T>,
  failure: AppErrorCode,
  said: (intent: string) => string | null,
  leadsOn = (address: string) => !address.startsWith('/login'),
) {
  const form = await request.clone().formData();
  const intent = String(form.get('intent') ?? '');
  try {
    const answer = await submitToServer({ request, serverAction }, failure);
    const refused = 'data' in (answer as object) ? (answer as { data: object }).data : answer;
    // Where the server was not reached it is not known which form this was of.
    const { typed } = formFailureOf(refused as object) ?? {};
    if (typed && intent) typed.intent ??= intent;
    return answer;
  } catch (error) {
    if (isDone(error, leadsOn)) {
      const draft = form.get('draft');
      if (typeof draft === 'string') deleteSentDraft(draft, form);
      const text = said(intent);
      if (text) toast.success(text);
    }
    throw error;
  }
}

/** Whether what was thrown leads on to where the result is. */
function isDone(error: unknown, leadsOn: (address: string) => boolean): boolean {
  if (!(error instanceof Response) || error.status >= 400) return false;
  return leadsOn(error.headers.get('Location') ?? '');
}
