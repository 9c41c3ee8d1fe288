import { BellOff, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, isRouteErrorResponse, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { listFriendRequests } from '#domain/friends/requests/list-friend-requests.ts';
import { listNotifications } from '#domain/notifications/list-notifications.ts';
import {
  markAllNotificationsRead,
  markShownNotificationsRead,
} from '#domain/notifications/mark-notifications-read.ts';
import { listMutedKinds, muteNotifications } from '#domain/notifications/mute-notifications.ts';
import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import {
  muteNotificationsInput,
  notificationQuery,
  shownNotificationsInput,
} from '#shared/schemas/notifications.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { leaveOutDefaults } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { RouteError } from '#web/lib/errors/route-error.tsx';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { LoadFailure } from '#web/ui/loading/load-failure.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FriendRequests } from '../components/friend-requests.tsx';
import { NotificationRow } from '../components/notification-row.tsx';
import { NotificationSwitches } from '../components/notification-switches.tsx';
import { useMarkShownRead } from '../components/use-mark-shown-read.ts';
import type { Route } from './+types/notifications';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Notifications', matches);

export const handle = { failure: 'Failed to load friend requests.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const query = parseListQuery(
      notificationQuery,
      url.searchParams,
      actor,
      notificationConstants.pageSize,
    );
    leaveOutDefaults(url, {
      perPage: String(query.usualPerPage),
    });
    const [requests, notifications, muted] = await Promise.all([
      readRequests(ctx, query.requests),
      listNotifications(ctx, query),
      listMutedKinds(ctx),
    ]);
    if (query.page > notifications.pages) throw redirect(pagePath(url, notifications.pages));
    if (requests && query.requests > requests.pages) {
      url.searchParams.delete('requests');
      throw redirect(url.pathname + url.search);
    }
    const failedId = requests ? null : ctx.request.id;
    return {
      requests,
      failedId,
      notifications,
      perPage: query.perPage,
      usualPerPage: query.usualPerPage,
      muted,
      canGetMails: actor.role !== 'guest',
      now: getPageTime(ctx),
    };
  });
}

/** Loads the friend requests; null when that fails, so that the page still shows the rest. */
async function readRequests(ctx: Ctx, page: number) {
  try {
    return { ...(await listFriendRequests(ctx, { page })), page };
  } catch (error) {
    ctx.log.error({ err: error }, 'reading friend requests failed');
    return null;
  }
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'friend-action-failed', async (ctx, form) => {
    const result = await runIntent(ctx, form);
    const { pathname, search } = new URL(args.request.url);
    // Without scripts the browser shows the answer as a page. A reload must not send the form again.
    if (isWithoutScript(args.request)) {
      throw redirect(pathname + search);
    }
    return result;
  });
}

async function runIntent(ctx: Ctx, form: FormData): Promise<{ read: 'shown' | 'all' | null }> {
  switch (form.get('intent')) {
    case 'seen':
      await markShownNotificationsRead(ctx, parseInput(shownNotificationsInput, form));
      return { read: 'shown' };
    case 'switch':
      await muteNotifications(ctx, parseInput(muteNotificationsInput, form));
      return { read: null };
    default:
      await markAllNotificationsRead(ctx);
      return { read: 'all' };
  }
}

export const clientAction = sendForm<typeof action>('friend-action-failed');

/** Marking shown notifications as read changes only the counts in the frame, not this screen. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.formData?.get('intent') !== 'seen' && revalidateUnlessServerError(args);
}

/** The reader's friend requests, notifications and notification settings. */
export default function Notification({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { requests, failedId, notifications, perPage, usualPerPage, muted, canGetMails, now } =
    loaderData;
  const failure = useFormError(actionData);
  useLiveRefresh('notices', 'friends');
  const settled = actionData && 'read' in actionData ? actionData : null;
  return (
    <NotificationsPage>
      {failure && (
        <Alert tone="failure" className="mb-8">
          {failure.message}
        </Alert>
      )}
      <FriendRequests requests={requests} failedId={failedId} now={now} />
      <NotificationList
        notifications={notifications}
        perPage={perPage}
        usualPerPage={usualPerPage}
        now={now}
        settled={settled}
      />
      <section aria-labelledby="switches" className="mt-14">
        <h2 id="switches" className="mb-4 text-xl">
          What you are told of
        </h2>
        <NotificationSwitches muted={muted} />
        {canGetMails && (
          <p className="mt-4">
            <Link to="/settings/notifications" prefetch="intent" className="text-link">
              Mails and quiet hours
            </Link>
          </p>
        )}
      </section>
    </NotificationsPage>
  );
}

function NotificationsPage({ children }: { children: ReactNode }) {
  return (
    <Page width="prose">
      <PageHeader title="Notifications" back={{ to: '/profile', label: 'Back to profile' }} />
      {children}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status < 500) return <RouteError error={error} />;
  return (
    <NotificationsPage>
      <LoadFailure icon={BellOff} error={error}>
        {handle.failure}
      </LoadFailure>
    </NotificationsPage>
  );
}

type LoaderData = Route.ComponentProps['loaderData'];

interface NotificationListProps
  extends Pick<LoaderData, 'notifications' | 'perPage' | 'usualPerPage' | 'now'> {
  settled: unknown;
}

function NotificationList(props: NotificationListProps) {
  const { notifications, perPage, usualPerPage, now, settled } = props;
  const newIds = useMarkShownRead(notifications.entries, settled);
  const isMarkingAll = usePending({ intent: 'read-all' });
  return (
    <section id="news" aria-labelledby="news-title" className="mt-14 scroll-mt-24">
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="news-title" className="text-xl">
          What happened
        </h2>
        {notifications.unread > 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="read-all" />
            <Button size="sm" variant="quiet" pending={isMarkingAll}>
              <CheckCheck aria-hidden />
              Mark all as read
            </Button>
          </Form>
        )}
      </div>
      {notifications.entries.length === 0 ? (
        <EmptyState icon={BellOff}>
          Nothing has happened yet. Sales, comments and new friends are told of here.
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-2.5">
            {notifications.entries.map((notification) => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  isNew={newIds.has(notification.id)}
                  now={now}
                />
              </li>
            ))}
          </ul>
          <PerPage value={perPage} defaultValue={usualPerPage} />
        </>
      )}
      <Pager
        page={notifications.page}
        pages={notifications.pages}
        label="Pages of notifications"
        part="news"
      />
    </section>
  );
}
