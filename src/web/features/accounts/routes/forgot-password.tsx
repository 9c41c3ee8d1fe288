import { requestPasswordReset } from '#domain/accounts/passwords/request-password-reset.ts';
import { forgotPasswordInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ForgotPasswordScreen } from '../components/password-screens.tsx';
import type { Route } from './+types/forgot-password.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Forgot password', matches);

export const handle = { failure: 'Failed to load the form.' };

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    await requestPasswordReset(ctx, parseInput(forgotPasswordInput, form));
    return { done: true as const };
  });
}

export default function ForgotPassword({ actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const done = actionData !== undefined && 'done' in actionData;
  return <ForgotPasswordScreen failure={failure} done={done} />;
}
