import type { FailureTextKey } from '#shared/errors/failure-texts.ts';
import { toast } from '#web/ui/toast.tsx';
import { deleteSentDraft } from '../drafts/draft-store.ts';
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
  try {
    return await submitToServer({ request, serverAction }, failure);
  } catch (error) {
    if (isSuccess(error, isSuccessPath)) {
      const draft = form.get('draft');
      if (typeof draft === 'string') deleteSentDraft(draft, form);
      const text = successText(String(form.get('intent') ?? ''));
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
