import { getRegistrationMode } from '#domain/accounts/registration/registration-mode.ts';
import {
  readPendingSignUp,
  registerWithSignOn,
} from '#domain/accounts/sign-on/register-with-sign-on.ts';
import { requireSignOn } from '#domain/accounts/sign-on/sign-on-settings.ts';
import { closedRegistrationTexts } from '#shared/constants/accounts/registration-modes.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { registerChecks } from '#shared/schemas/accounts/account-fields.ts';
import { signUpInput } from '#shared/schemas/accounts/sign-on.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmailField, UsernameField } from '../components/account-fields.tsx';
import { AccountForm } from '../components/account-form.tsx';
import { InvitationField } from '../components/invitation-field.tsx';
import { SignOnButton } from '../components/sign-on-button.tsx';
import type { Route } from './+types/sign-on-username';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) =>
  noIndexHead('Choose your username', matches);

export const handle = { failure: 'Failed to load the registration.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    const { buttonText } = requireSignOn(ctx);
    const guest = ctx.actor?.role === 'guest' ? ctx.actor.username : null;
    const mode = await getRegistrationMode(ctx.db);
    try {
      const { username, email, next } = await readPendingSignUp(ctx);
      return { buttonText, guest, mode, pending: { username, email, next } };
    } catch (error) {
      if (!isAppError(error) || error.code !== 'sign-on-expired') throw error;
      return { buttonText, guest, mode, pending: null };
    }
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'registration-failed', async (ctx, form) => {
    const input = parseInput(signUpInput, form);
    const { cookies, isLoggedIn, next } = await registerWithSignOn(ctx, input);
    if (!isLoggedIn) return { created: true as const, next };
    const responseHeaders = new Headers();
    for (const cookie of cookies) responseHeaders.append('Set-Cookie', cookie);
    throw redirect(next, { headers: responseHeaders });
  });
}

export const clientAction = sendForm<typeof action>('registration-failed');

const checks = { username: registerChecks.username };
const checksWithEmail = { ...checks, email: registerChecks.email };

/** Asks a new identity for a username, and for an email address if the provider has verified none. */
export default function SignOnUsername({ loaderData, actionData }: Route.ComponentProps) {
  const latest = useLastActionData(actionData);
  const failure = useFormError(latest);
  const sending = usePending();
  const { buttonText, guest, mode, pending } = loaderData;
  if (latest && 'created' in latest) {
    return (
      <Page width="form">
        <PageHeader title="Your account was created" />
        <section className="panel grid gap-6 p-6 sm:p-8">
          <Alert tone="success">
            We have sent you a mail to confirm your email. Now log in for the first time.
          </Alert>
          <SignOnButton text={buttonText} next={latest.next} variant="primary" block />
        </section>
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader
        title="Choose your username"
        intro={guest && `You play as ${guest}. Your games and cards stay.`}
        back={{ to: '/login', label: 'Back to login' }}
      />
      <section className="panel grid gap-6 p-6 sm:p-8">
        {mode === 'closed' ? (
          <Alert>{closedRegistrationTexts.closed}</Alert>
        ) : pending ? (
          <AccountForm failure={failure} checks={pending.email ? checks : checksWithEmail}>
            <UsernameField
              isNew
              hint="It cannot be changed later."
              initialValue={pending.username}
            />
            {pending.email ? (
              <p className="text-muted">
                Your email is <strong className="wrap-anywhere text-ink">{pending.email}</strong>.
                Nobody else sees it.
              </p>
            ) : (
              <EmailField hint="Only for messages about your account. Nobody else sees it." />
            )}
            {mode === 'invitation' && <InvitationField />}
            <Button block pending={sending}>
              Create account
            </Button>
          </AccountForm>
        ) : (
          <>
            <Alert>This single sign-on has expired. Please start again.</Alert>
            <SignOnButton text={buttonText} next="/" variant="primary" block />
          </>
        )}
      </section>
    </Page>
  );
}
