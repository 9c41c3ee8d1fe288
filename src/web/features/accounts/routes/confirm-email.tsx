import { confirmEmail } from '#domain/accounts/registration/confirm-email.ts';
import {
  isEmailUnconfirmed,
  requestConfirmationEmail,
} from '#domain/accounts/registration/request-confirmation.ts';
import { confirmInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ConfirmEmailScreen } from '../components/confirm-email-screen.tsx';
import type { Route } from './+types/confirm-email.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...noIndexHead('Confirm your email', matches),
  // The URL contains the secret token, so other sites must not receive it as the referrer.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load this link.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => ({
    // A longer value is not a token. It is cut, because the page repeats it in a hidden field.
    token: url.searchParams.get('token')?.slice(0, 200) ?? '',
    isEmailUnconfirmed: ctx.actor !== null && (await isEmailUnconfirmed(ctx, ctx.actor)),
  }));
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    if (form.get('intent') === 'resend') {
      await requestConfirmationEmail(ctx);
      return { outcome: 'sent' as const };
    }
    await confirmEmail(ctx, parseInput(confirmInput, form));
    return { outcome: 'confirmed' as const };
  });
}

export default function Confirm({
  loaderData,
  actionData: routerActionData,
}: Route.ComponentProps) {
  const actionData = useLastActionData(routerActionData);
  const failure = useFormError(actionData);
  const outcome = actionData && 'outcome' in actionData ? actionData.outcome : null;
  return <ConfirmEmailScreen {...loaderData} failure={failure} outcome={outcome} />;
}
