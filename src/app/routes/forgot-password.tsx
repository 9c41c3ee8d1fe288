import { requestPasswordReset } from '#domain/accounts/request-password-reset.ts';
import { forgotPasswordInput } from '#shared/inputs/accounts.ts';
import { ForgotPasswordScreen } from '../components/accounts/password-screens.tsx';
import { parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import type { Route } from './+types/forgot-password.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => screenHead('Forgot password');

export const handle = { failure: 'Failed to load the form.' };

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'login-failed', async (ctx, form) => {
    await requestPasswordReset(ctx, parse(forgotPasswordInput, form));
    return { done: true as const };
  });
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const done = actionData !== undefined && 'done' in actionData;
  return <ForgotPasswordScreen failure={failureOf(actionData)} done={done} />;
}
