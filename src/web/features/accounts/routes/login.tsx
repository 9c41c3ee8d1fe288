import { useState } from 'react';
import { useLocation } from 'react-router';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { safePath } from '#shared/format/safe-path.ts';
import { usernameProblem } from '#shared/schemas/account-fields.ts';
import { logInInput } from '#shared/schemas/accounts.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { LoginScreen } from '../components/login-screen.tsx';
import type { Route } from './+types/login.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => screenHead('Log in');

export const handle = { failure: 'Failed to load the login.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async ({ actor }, url) => {
    const next = safePath(url.searchParams.get('next'));
    return {
      loggedIn: actor && { name: actor.username, guest: actor.role === 'guest' },
      next,
      // Who has just registered comes with a way to go on, too, and was not sent by any screen.
      turnedAway: next !== '/' && !url.searchParams.has('registered'),
      registered: usernameOf(url.searchParams.get('registered')),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    const cookie = await logIn(ctx, parse(logInInput, form));
    throw redirect(safePath(form.get('next')), { headers: { 'Set-Cookie': cookie } });
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'login-failed');
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const failure = formFailureOf(actionData);
  const registered = useRegistered();
  return (
    <LoginScreen
      loggedIn={loaderData.loggedIn}
      failure={failure}
      turnedAway={loaderData.turnedAway}
      registered={registered ?? loaderData.registered}
      next={safePath(failure?.typed.next ?? loaderData.next)}
    />
  );
}

/**
 * The username of somebody who was just led here by the registration's screen. Not of a page that is
 * loaded again: it would be filled in after the first render, into a field that is perhaps in use.
 */
function useRegistered(): string | null {
  const { state } = useLocation();
  const isLedHere = useHydrated();
  const [name] = useState(() => {
    const known = isLedHere && state && typeof state === 'object' && 'registered' in state;
    return known ? usernameOf(state.registered) : null;
  });
  return name;
}

/** A username that somebody can have registered; null for anything else. */
function usernameOf(value: unknown): string | null {
  return typeof value === 'string' && usernameProblem(value) === null ? value : null;
}
