import { useState } from 'react';
import { useLocation } from 'react-router';
import { logInWithPasskey } from '#domain/accounts/passkeys/log-in-with-passkey.ts';
import { explainNoPasskeys } from '#domain/accounts/passkeys/passkey-site.ts';
import { logIn } from '#domain/accounts/sessions/log-in.ts';
import { appealSuspension } from '#domain/moderation/appeals/appeal-suspension.ts';
import { toSafePath } from '#shared/format/paths/resolve-within-site.ts';
import { checkUsername } from '#shared/schemas/accounts/account-fields.ts';
import { logInInput } from '#shared/schemas/accounts/accounts.ts';
import { passkeyInput } from '#shared/schemas/accounts/passkeys.ts';
import { appealSuspensionInput } from '#shared/schemas/moderation/appeal-suspension.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { chooseFactorMethod, factorPath } from '../components/factor-path.ts';
import { LoginScreen } from '../components/login-screen.tsx';
import type { Route } from './+types/login.ts';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Log in', matches);

export const handle = { failure: 'Failed to load the login.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const { actor, accounts } = ctx;
    const next = toSafePath(url.searchParams.get('next'));
    return {
      loggedIn: actor && { name: actor.username, guest: actor.role === 'guest' },
      next,
      signOn: accounts.signOn?.buttonText ?? null,
      // After a registration the URL has a `next` too, but no page redirected here.
      loginRequired: next !== '/' && !url.searchParams.has('registered'),
      hasPasskeys: explainNoPasskeys(ctx) === null,
      registered: parseUsername(url.searchParams.get('registered')),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'login-failed', async (ctx, form) => {
    const next = toSafePath(form.get('next'));
    if (form.get('intent') === 'passkey') {
      const session = await logInWithPasskey(ctx, parseInput(passkeyInput, form));
      throw redirect(next, { headers: { 'Set-Cookie': session } });
    }
    if (form.get('intent') === 'appeal') {
      await appealSuspension(ctx, parseInput(appealSuspensionInput, form));
      return { appealed: true as const };
    }
    const { cookie, factors } = await logIn(ctx, parseInput(logInInput, form));
    const path = factors ? factorPath(chooseFactorMethod(factors), next) : next;
    throw redirect(path, { headers: { 'Set-Cookie': cookie } });
  });
}

export const clientAction = sendForm<typeof action>('login-failed');

export default function Login({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const registered = useRegisteredUsername();
  return (
    <LoginScreen
      loggedIn={loaderData.loggedIn}
      failure={failure}
      hasAppealed={actionData !== undefined && 'appealed' in actionData}
      loginRequired={loaderData.loginRequired}
      hasPasskeys={loaderData.hasPasskeys}
      registered={registered ?? loaderData.registered}
      next={toSafePath(failure?.typed.next ?? loaderData.next)}
      signOn={loaderData.signOn}
    />
  );
}

/**
 * The username that the registration page passed in the history state; null after a reload. There it
 * would be filled in after the first render, when the user may already be typing.
 */
function useRegisteredUsername(): string | null {
  const { state } = useLocation();
  const isClientNavigation = useHydrated();
  const [name] = useState(() => {
    const hasUsername =
      isClientNavigation && state && typeof state === 'object' && 'registered' in state;
    return hasUsername ? parseUsername(state.registered) : null;
  });
  return name;
}

/** A valid username; null for anything else. */
function parseUsername(value: unknown): string | null {
  return typeof value === 'string' && checkUsername(value) === null ? value : null;
}
