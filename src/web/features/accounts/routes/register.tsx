import { useMemo } from 'react';
import { Link } from 'react-router';
import { canRegister, register } from '#domain/accounts/registration/register.ts';
import { getRegistrationMode } from '#domain/accounts/registration/registration-mode.ts';
import { closedRegistrationTexts } from '#shared/constants/accounts/registration-modes.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { registerInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { type FormError, useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Registered, RegisterForm } from '../components/register-form.tsx';
import { SignOnButton } from '../components/sign-on-button.tsx';
import type { Route } from './+types/register.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Register', matches);

export const handle = { failure: 'Failed to load the registration.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async ({ actor, db, accounts }, url) => {
    if (!canRegister(actor)) throw redirect('/');
    return {
      guest: actor?.username ?? null,
      next: toSafePath(url.searchParams.get('next')),
      signOn: accounts.signOn?.allowsSignUp ? accounts.signOn.buttonText : null,
      mode: await getRegistrationMode(db),
      invitation: url.searchParams.get('invitation'),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'registration-failed', async (ctx, form) => {
    const next = toSafePath(form.get('next'));
    try {
      const input = parseInput(registerInput, form);
      const cookie = await register(ctx, input);
      if (cookie) throw redirect(next, { headers: { 'Set-Cookie': cookie } });
      return { registered: input.username, next };
    } catch (error) {
      if (isAppError(error) && error.code === 'already-registered') throw redirect('/');
      throw error;
    }
  });
}

export const clientAction = sendForm<typeof action>('registration-failed');

export default function Register({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useRegistrationError(actionData);
  const { guest, mode } = loaderData;
  if (actionData && 'registered' in actionData) {
    return (
      <Page width="form">
        <PageHeader title="Register" />
        <Registered next={actionData.next} username={actionData.registered} />
      </Page>
    );
  }
  return (
    <Page width="form">
      <PageHeader
        title="Register"
        intro={
          guest &&
          mode !== 'closed' &&
          `You play as ${guest}. Register to keep your games and cards.`
        }
      />
      <section className="panel grid gap-6 p-6 sm:p-8">
        {mode === 'closed' ? (
          <Alert>{closedRegistrationTexts.closed}</Alert>
        ) : (
          <>
            {mode === 'invitation' && !loaderData.invitation && !failure && (
              <Alert>{closedRegistrationTexts.invitation}</Alert>
            )}
            <RegisterForm
              failure={failure}
              next={toSafePath(failure?.typed.next ?? loaderData.next)}
              // While everybody can register, an invitation can still lead to a group.
              invitation={loaderData.invitation || (mode === 'invitation' ? '' : null)}
            />
          </>
        )}
        {loaderData.signOn !== null && mode !== 'closed' && (
          <SignOnButton text={loaderData.signOn} next={loaderData.next} block />
        )}
        <p className="border-t border-line pt-6">
          Already have an account?{' '}
          <Link to="/login" className="text-link">
            Log in
          </Link>
        </p>
      </section>
    </Page>
  );
}

/** The error of the form. Invalid input has one general message; other errors have their own. */
function useRegistrationError(actionData: Route.ComponentProps['actionData']): FormError | null {
  const failure = useFormError(actionData);
  const isBadInput = actionData && 'error' in actionData && actionData.error.code === 'bad-input';
  return useMemo(
    () => (failure && isBadInput ? { ...failure, message: 'Registration failed' } : failure),
    [failure, isBadInput],
  );
}
