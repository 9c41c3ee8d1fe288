import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { toast } from '#web/ui/toast.tsx';
import { deleteSentDraft } from '../drafts/draft-store.ts';
import { toFormError } from './form-error.ts';
import { submitToServer } from './submit-to-server.ts';

interface ClientActionArgs<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * Like `submitToServer`, for forms that redirect to another page when they succeed. Then their draft is
 * deleted, and a toast shows the text that `successText` returns for the form's intent. `isSuccessPath` says
 * whether a redirect to a path means success; a redirect to the login does not, and keeps the draft.
 */
export async function submitDraft<T>(
  { request, serverAction }: ClientActionArgs<T>,
  failure: FailureTextKey,
  successText: (intent: string) => string | null,
  isSuccessPath = (path: string) => !path.startsWith('/login'),
) {
  const form = await request.clone().formData();
  const intent = String(form.get('intent') ?? '');
  try {
    const answer = await submitToServer({ request, serverAction }, failure);
    const result = 'data' in (answer as object) ? (answer as { data: object }).data : answer;
    // When the server was not reached, the typed values lack the intent of the form.
    const { typed } = toFormError(result as object) ?? {};
    if (typed && intent) typed.intent ??= intent;
    return answer;
  } catch (error) {
    if (isSuccess(error, isSuccessPath)) {
      const draft = form.get('draft');
      if (typeof draft === 'string') deleteSentDraft(draft, form);
      const text = successText(intent);
      if (text) toast.success(text);
    }
    throw error;
  }
}

/** Whether the thrown value is a redirect that means success. */
function isSuccess(error: unknown, isSuccessPath: (path: string) => boolean): boolean {
  if (!(error instanceof Response) || error.status >= 400) return false;
  return isSuccessPath(error.headers.get('Location') ?? '');
}
