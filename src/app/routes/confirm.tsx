import { confirmEmail } from '#domain/accounts/confirm-email.ts';
import { confirmInput } from '#shared/inputs/accounts.ts';
import { ConfirmScreen } from '../components/accounts/password-screens.tsx';
import { load, parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import type { Route } from './+types/confirm.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your email · Guildhall' },
  { name: 'referrer', content: 'same-origin' },
];

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (_ctx, url) => ({
    token: url.searchParams.get('token')?.slice(0, 200) ?? '',
  }));
}

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'login-failed', async (ctx, form) => {
    await confirmEmail(ctx, parse(confirmInput, form));
    return { done: true as const };
  });
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const done = actionData !== undefined && 'done' in actionData;
  return <ConfirmScreen failure={failureOf(actionData)} done={done} token={loaderData.token} />;
}
