import { Form } from 'react-router';
import {
  confirmEmailChange,
  findEmailChange,
} from '#domain/accounts/emails/confirm-email-change.ts';
import { confirmInput } from '#shared/schemas/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
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
  const lastData = useLastActionData(actionData);
  const failure = useFormError(lastData);
  const pending = usePending();
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
            <Form method="post">
              <input type="hidden" name="token" value={token} />
              <Button pending={pending}>Change email</Button>
            </Form>
          </>
        )}
      </div>
    </Page>
  );
}
