import { data } from 'react-router';
import { isEmailUnconfirmed } from '#domain/accounts/registration/request-confirmation.ts';
import {
  disablePush,
  enablePush,
  readPushState,
  removePushSubscription,
} from '#domain/notifications/push/push-subscriptions.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '#domain/notifications/settings/notification-settings.ts';
import { listTimeZones } from '#domain/notifications/settings/time-zones.ts';
import { accessErrors } from '#shared/errors/access.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { notificationSettingsForm } from '#shared/schemas/settings/notification-settings.ts';
import { pushSubscriptionForm, removedBrowserForm } from '#shared/schemas/settings/push.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FieldGroup } from '#web/ui/fields/choice-fields.tsx';
import { NotificationKindsTable } from '../components/notification-kinds-table.tsx';
import { PushPanel } from '../components/push-panel.tsx';
import { QuietHoursFields } from '../components/quiet-hours-fields.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import { describeDevice } from '../describe-device.ts';
import type { Route } from './+types/notification-settings';

export const meta: Route.MetaFunction = ({ matches }) =>
  noIndexHead('Notification settings', matches);

export const handle = { failure: 'Failed to load your settings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    if (actor.role === 'guest') {
      const { text, status } = accessErrors['guest-not-allowed'];
      return data({ guestError: text, settings: null }, { status });
    }
    const [settings, push, isUnconfirmed] = await Promise.all([
      readNotificationSettings(ctx),
      readPushState(ctx),
      isEmailUnconfirmed(ctx, actor),
    ]);
    const timeZones = listTimeZones(settings.timeZone);
    const subscriptions = push.subscriptions.map(({ userAgent, ...browser }) => ({
      ...browser,
      device: describeDevice(userAgent),
    }));
    return {
      guestError: null,
      settings,
      push: { ...push, subscriptions },
      timeZones,
      isUnconfirmed,
      now: getPageTime(ctx),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'settings-failed', async (ctx, form) => {
    switch (form.get('intent')) {
      case 'push-on':
        await enablePush(ctx, parseInput(pushSubscriptionForm, form));
        return { done: 'Push is on in this browser now.' };
      case 'push-off':
        await disablePush(ctx);
        return { done: 'Push is off in this browser now.' };
      case 'push-remove': {
        const { subscriptionId } = parseInput(removedBrowserForm, form);
        await removePushSubscription(ctx, { id: subscriptionId });
        return { done: 'The browser is removed.' };
      }
      default:
        await saveNotificationSettings(ctx, parseInput(notificationSettingsForm, form));
        return { saved: true as const };
    }
  });
}

export const clientAction = sendForm<typeof action>('settings-failed');

/** The section 'Notifications' of the settings. */
export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.settings === null) {
    return (
      <SettingsPage current="notifications">
        <div className="grid justify-items-start gap-6">
          <Alert tone="failure">{loaderData.guestError}</Alert>
          <RegisterButton next="/settings/notifications">Register</RegisterButton>
        </div>
      </SettingsPage>
    );
  }
  const { settings, push, timeZones, isUnconfirmed, now } = loaderData;
  return (
    <SettingsPage current="notifications">
      <PushPanel push={push} actionData={actionData} now={now} />
      <SettingsForm actionData={actionData}>
        {isUnconfirmed && (
          <Alert
            action={
              <ButtonLink to="/confirm" size="sm" variant="quiet">
                Confirm email
              </ButtonLink>
            }
          >
            You get no mails before you confirm your email.
          </Alert>
        )}
        <FieldGroup title="What you are told of">
          <NotificationKindsTable kinds={settings.kinds} />
        </FieldGroup>
        <FieldGroup title="When">
          <QuietHoursFields times={settings} timeZones={timeZones} />
        </FieldGroup>
      </SettingsForm>
    </SettingsPage>
  );
}
