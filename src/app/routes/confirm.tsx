import { confirmEmail } from '#domain/accounts/confirm-email.ts';
import { isConfirmationDue, requestConfirmation } from '#domain/accounts/request-confirmation.ts';
import { confirmInput } from '#shared/inputs/accounts.ts';
import { ConfirmScreen } from '../components/accounts/confirm-screen.tsx';
import { load, parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import type { Route } from './+types/confirm.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => [
  ...screenHead('Confirm your email'),
  // The address is the key: no other site may read it.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load this link.' };

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => ({
    token: url.searchParams.get('token')?.slice(0, 200) ?? '',
    due: ctx.actor !== null && (await isConfirmationDue(ctx, ctx.actor)),
  }));
}

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'login-failed', async (ctx, form) => {
    if (form.get('intent') === 'resend') {
      await requestConfirmation(ctx);
      return { done: 'sent' as const };
    }
    await confirmEmail(ctx, parse(confirmInput, form));
    return { done: 'confirmed' as const };
  });
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const done = actionData && 'done' in actionData ? actionData.done : null;
  return <ConfirmScreen {...loaderData} failure={failureOf(actionData)} done={done} />;
}
