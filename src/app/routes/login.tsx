import { useState } from 'react';
import { useLocation } from 'react-router';
import { logIn } from '#domain/accounts/log-in.ts';
import { usernameProblem } from '#shared/account-rules.ts';
import { logInInput } from '#shared/inputs/accounts.ts';
import { safePath } from '#shared/safe-path.ts';
import { LoginScreen } from '../components/accounts/login-screen.tsx';
import { useAwake } from '../components/use-awake.ts';
import { load, parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { screenHead } from '../page-head.ts';
import { reachServer } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import type { Route } from './+types/login.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = () => screenHead('Log in');

export const handle = { failure: 'Failed to load the login.' };

export async function loader(args: Route.LoaderArgs) {
  return load(args, async ({ actor }, url) => {
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
  return actOnForm(args, 'login-failed', async (ctx, form) => {
    const cookie = await logIn(ctx, parse(logInInput, form));
    throw redirect(safePath(form.get('next')), { headers: { 'Set-Cookie': cookie } });
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'login-failed');
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const failure = failureOf(actionData);
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
  const isLedHere = useAwake();
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
