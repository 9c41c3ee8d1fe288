import {
  confirmEmailChange,
  findEmailChange,
} from '#domain/accounts/emails/confirm-email-change.ts';
import { confirmInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import type { Route } from './+types/confirm-new-email';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...noIndexHead('Confirm your new email', matches),
  // The URL contains the secret token, so other sites must not receive it as the referrer.
  { name: 'referrer', content: 'same-origin' },
];

export const handle = { failure: 'Failed to load this link.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    // A longer value is not a token. It is cut, because the page repeats it in a hidden field.
    const token = url.searchParams.get('token')?.slice(0, 200) ?? '';
    const change = token ? await findEmailChange(ctx, token) : null;
    return { token, change: change && { username: change.username, email: change.email } };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'account-change-failed', async (ctx, form) => {
    await confirmEmailChange(ctx, parseInput(confirmInput, form));
    return { confirmed: true as const };
  });
}

/** The page of the link in the mail to a new email address. It needs a button, as mail programs open links. */
export default function ConfirmNewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { data: lastData, failure } = useFormResult(actionData);
  const { token, change } = loaderData;
  if (lastData && 'confirmed' in lastData) {
    return (
      <Page width="form">
        <PageHeader title="Email changed" />
        <div className="grid justify-items-start gap-6">
          <Alert tone="success">Your account has its new email.</Alert>
          <ButtonLink to="/settings/account">To account settings</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="Confirm your new email" />
      <div className="grid justify-items-start gap-6">
        {failure && <Alert tone="failure">{failure.message}</Alert>}
        {!change && !failure && (
          <Alert tone="failure">This link has expired or was used before.</Alert>
        )}
        {change && !failure && (
          <>
            <p>
              The account <strong>{change.username}</strong> gets the email{' '}
              <strong className="wrap-anywhere">{change.email}</strong>.
            </p>
            <ActionForm values={{ token }} button="Change email" scrolls />
          </>
        )}
      </div>
    </Page>
  );
}
