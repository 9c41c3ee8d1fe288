import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { cancelEmailChange, getOwnEmail } from '#domain/accounts/emails/pending-email-change.ts';
import { hasPassword } from '#domain/accounts/passwords/verify-own-password.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#domain/accounts/sessions/own-sessions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { sessionForm } from '#shared/schemas/settings/settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SessionList } from '../components/session-list.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import { describeDevice } from '../describe-device.ts';
import type { Route } from './+types/account-settings';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Account settings', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const [email, isPasswordSet, sessions] = await Promise.all([
      getOwnEmail(ctx),
      hasPassword(ctx, actor.id),
      listOwnSessions(ctx),
    ]);
    return {
      ...email,
      isPasswordSet,
      sessions: sessions.map(({ userAgent, ...session }) => ({
        ...session,
        device: describeDevice(userAgent),
      })),
      changed: readChange(url.searchParams.get('changed')),
      now: getPageTime(ctx),
    };
  });
}

const changedTexts = {
  password: 'Your password is changed. You are logged out everywhere else.',
  email: 'Your email is changed.',
} as const;

/** What the form that led here has changed. */
function readChange(value: string | null): keyof typeof changedTexts | null {
  return value === 'password' || value === 'email' ? value : null;
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'account-change-failed', async (ctx, form) => {
    switch (form.get('intent')) {
      case 'cancel-email':
        await cancelEmailChange(ctx);
        return { done: 'The change is cancelled.' };
      case 'end-session':
        await endOwnSession(ctx, parseInput(sessionForm, form).sessionId);
        return { done: 'The session has ended.' };
      case 'end-others': {
        await endOtherSessions(ctx);
        return { done: 'All other sessions have ended.' };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

/** The section 'Account' of the settings: email address, password and web sessions. */
export default function AccountSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isConfirmed, pendingEmail, isPasswordSet, sessions, changed, now } = loaderData;
  const { done, failure } = useFormResult(actionData);
  return (
    <SettingsPage current="account">
      <FormMessages
        done={done ?? (changed && !failure ? changedTexts[changed] : null)}
        failure={failure}
      />
      <Panel
        title="Email"
        action={
          <ButtonLink to="/settings/account/email" variant="quiet" size="sm">
            Change email
          </ButtonLink>
        }
      >
        <p className="font-medium wrap-anywhere">{email}</p>
        {!isConfirmed && (
          <Alert
            action={
              <ButtonLink to="/confirm" variant="quiet" size="sm">
                Confirm it
              </ButtonLink>
            }
          >
            This email is not confirmed yet.
          </Alert>
        )}
        {pendingEmail !== null && (
          <Alert
            action={<ButtonForm values={{ intent: 'cancel-email' }}>Cancel the change</ButtonForm>}
          >
            A mail to <strong className="wrap-anywhere">{pendingEmail}</strong> has a link that
            changes your email. It works once, for an hour.
          </Alert>
        )}
      </Panel>
      <Panel
        title="Password"
        action={
          <ButtonLink to="/settings/account/password" variant="quiet" size="sm">
            {isPasswordSet ? 'Change password' : 'Set a password'}
          </ButtonLink>
        }
      >
        <p className="text-muted">
          {isPasswordSet
            ? 'A new password logs you out everywhere else.'
            : 'Your account has no password.'}
        </p>
      </Panel>
      <Panel
        title="Sessions"
        action={
          sessions.length > 1 && (
            <ButtonForm values={{ intent: 'end-others' }}>
              <LogOut aria-hidden />
              End all others
            </ButtonForm>
          )
        }
      >
        <p className="text-muted">
          Where you are logged in. Of the address only the network is kept.
        </p>
        <SessionList sessions={sessions} now={now} />
      </Panel>
      <p className="text-muted">
        You can{' '}
        <Link to="/settings/data" className="text-link">
          export your data or delete your account
        </Link>
        .
      </p>
    </SettingsPage>
  );
}
