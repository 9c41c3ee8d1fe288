import { createGuest } from '#domain/accounts/registration/create-guest.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { LoginScreen } from '../components/login-screen.tsx';
import type { Route } from './+types/guest.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Log in', matches);

export const handle = { failure: 'Failed to load the login.' };

/** A visitor who opens the URL directly, or reloads it, sees the login page with the guest button. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async ({ actor, accounts }) => ({
    signOn: accounts.signOn?.buttonText ?? null,
    loggedIn: actor && { name: actor.username, guest: actor.role === 'guest' },
  }));
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'guest-failed', async (ctx, form) => {
    const next = toSafePath(form.get('next'));
    try {
      const cookie = await createGuest(ctx);
      throw redirect(next, { headers: { 'Set-Cookie': cookie } });
    } catch (error) {
      if (isAppError(error) && error.code === 'already-registered') throw redirect('/login');
      throw error;
    }
  });
}

export const clientAction = sendForm<typeof action>('guest-failed');

/** The login page with the error of the guest login. */
export default function Guest({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  return (
    <LoginScreen
      loggedIn={loaderData.loggedIn}
      failure={null}
      guestFailure={failure?.message}
      next={toSafePath(failure?.typed.next)}
      signOn={loaderData.signOn}
    />
  );
}
