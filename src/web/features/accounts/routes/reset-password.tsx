import { isResetLinkValid, resetPassword } from '#domain/accounts/passwords/reset-password.ts';
import { resetPasswordInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ResetPasswordScreen } from '../components/password-screens.tsx';
import type { Route } from './+types/reset-password.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...noIndexHead('Choose a new password', matches),
  // The URL contains the secret token, so other sites must not receive it as the referrer.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const token = url.searchParams.get('token')?.slice(0, 200) ?? '';
    return { token, linkValid: await isResetLinkValid(ctx, token) };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    await resetPassword(ctx, parseInput(resetPasswordInput, form));
    return { done: true as const };
  });
}

export default function ResetPassword({
  loaderData,
  actionData: latestData,
}: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const done = actionData !== undefined && 'done' in actionData;
  const linkFailed = actionData && 'error' in actionData && actionData.error.code === 'bad-link';
  return (
    <ResetPasswordScreen
      failure={failure}
      done={done}
      token={loaderData.token}
      linkValid={loaderData.linkValid && !linkFailed}
    />
  );
}
