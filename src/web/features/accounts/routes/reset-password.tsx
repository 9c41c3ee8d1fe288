import { isResetLinkGood, resetPassword } from '#domain/accounts/passwords/reset-password.ts';
import { resetPasswordInput } from '#shared/schemas/accounts.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { ResetPasswordScreen } from '../components/password-screens.tsx';
import type { Route } from './+types/reset-password.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => [
  ...screenHead('Choose a new password'),
  // The address is the key: no other site may read it.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load the form.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const token = url.searchParams.get('token')?.slice(0, 200) ?? '';
    return { token, good: await isResetLinkGood(ctx, token) };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    await resetPassword(ctx, parse(resetPasswordInput, form));
    return { done: true as const };
  });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const done = actionData !== undefined && 'done' in actionData;
  const dead = actionData && 'refusal' in actionData && actionData.refusal.code === 'bad-link';
  return (
    <ResetPasswordScreen
      failure={formFailureOf(actionData)}
      done={done}
      token={loaderData.token}
      good={loaderData.good && !dead}
    />
  );
}
