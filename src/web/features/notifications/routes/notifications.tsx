import { BellOff, CheckCheck, UserPlus } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { Form, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { listRequests } from '#domain/friends/list-requests.ts';
import { listNotifications } from '#domain/notifications/list-notifications.ts';
import {
  markAllNotificationsRead,
  markShownNotificationsRead,
} from '#domain/notifications/mark-notifications-read.ts';
import { listMuted, muteNotifications } from '#domain/notifications/mute-notifications.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import { appErrors } from '#shared/errors/app-error.ts';
import {
  muteNotificationsInput,
  notificationQuery,
  shownNotificationsInput,
} from '#shared/schemas/notifications.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { pagePath, tidyPath } from '#web/lib/actions/page-path.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { useLiveRefresh } from '#web/lib/use-live-refresh.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { PerPage } from '#web/ui/per-page.tsx';
import { NotificationRow } from '../components/notification-row.tsx';
import { NotificationSwitches } from '../components/notification-switches.tsx';
import { RequestRow } from '../components/request-row.tsx';
import { useMarkShownRead } from '../components/use-mark-shown-read.ts';
import type { Route } from './+types/notifications';

export const meta: Route.MetaFunction = () => screenHead('Notifications');

export const handle = { failure: 'Failed to load friend requests.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const query = parse(notificationQuery, url.searchParams);
    const tidy = tidyPath(url, { perPage: String(notificationConstants.pageSize) });
    if (tidy !== null) throw redirect(tidy);
    const [requests, told, muted] = await Promise.all([
      readRequests(ctx, query.requests),
      listNotifications(ctx, query),
      listMuted(ctx),
    ]);
    if (query.page > told.pages) throw redirect(pagePath(url, told.pages));
    if (requests && query.requests > requests.pages) {
      url.searchParams.delete('requests');
      throw redirect(url.pathname + url.search);
    }
    return { requests, told, perPage: query.perPage, muted, now: ctx.clock.now() };
  });
}

/** Requests that cannot be read keep nobody from the rest: null stands for the failure. */
async function readRequests(ctx: Ctx, page: number) {
  try {
    return { ...(await listRequests(ctx, { page })), page };
  } catch (error) {
    ctx.log.error({ err: error }, 'friend requests could not be read');
    return null;
  }
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'friend-action-failed', async (ctx, form) => {
    const answer = await act(ctx, form);
    const { pathname, search } = new URL(args.request.url);
    // The browser itself sent the form: sent again by a reload, it should only be read.
    if (isWithoutScript(args.request)) {
      throw redirect(pathname + search);
    }
    return answer;
  });
}

async function act(ctx: Ctx, form: FormData): Promise<{ read: 'shown' | 'all' | null }> {
  switch (form.get('intent')) {
    case 'seen':
      await markShownNotificationsRead(ctx, parse(shownNotificationsInput, form));
      return { read: 'shown' };
    case 'switch':
      await muteNotifications(ctx, parse(muteNotificationsInput, form));
      return { read: null };
    default:
      await markAllNotificationsRead(ctx);
      return { read: 'all' };
  }
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'friend-action-failed');
}

/** What was told to have been seen changes the counts of the frame, not what is on the screen. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.formData?.get('intent') !== 'seen' && revalidateUnlessFailed(args);
}

/** Friend requests, and what happened while the reader may not have looked. */
export default function Notification({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, told, perPage, muted, now } = loaderData;
  const failure = formFailureOf(actionData);
  useLiveRefresh('notices', 'friends');
  const settled = actionData && 'read' in actionData ? actionData : null;
  return (
    <Page width="prose">
      <PageHeader title="Notifications" back={{ to: '/profile', label: 'Back to profile' }} />
      {failure && (
        <Notice tone="failure" className="mb-8">
          {failure.message}
        </Notice>
      )}
      <Requests requests={requests} now={now} />
      <News told={told} perPage={perPage} now={now} settled={settled} />
      <section aria-labelledby="switches" className="mt-14">
        <h2 id="switches" className="mb-4 text-xl">
          What you are told of
        </h2>
        <NotificationSwitches muted={muted} />
      </section>
    </Page>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Requests({ requests, now }: Pick<Loaded, 'requests' | 'now'>) {
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with the request.
  const answered = useCallback(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby="requests">
      <h2 ref={heading} id="requests" tabIndex={-1} className="mb-4 text-xl outline-none">
        Friend requests{' '}
        {requests && requests.total > 0 && (
          <span className="text-muted tabular-nums">({requests.total})</span>
        )}
      </h2>
      {requests === null ? (
        <Notice
          tone="failure"
          action={
            <ButtonLink
              size="sm"
              variant="quiet"
              to=""
              prefetch="none"
              onClick={(event) => {
                event.preventDefault();
                void revalidate();
              }}
            >
              Try again
            </ButtonLink>
          }
        >
          {appErrors['requests-failed'].text}
        </Notice>
      ) : requests.total === 0 ? (
        <EmptyState
          icon={UserPlus}
          action={
            <ButtonLink to="/community/social" variant="quiet">
              Find players
            </ButtonLink>
          }
        >
          No friend requests at this time.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {requests.requests.map((request) => (
            <li key={request.username}>
              <RequestRow request={request} now={now} onAnswered={answered} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={requests?.page ?? 1}
        pages={requests?.pages ?? 1}
        param="requests"
        label="Pages of friend requests"
      />
    </section>
  );
}

interface NewsProps extends Pick<Loaded, 'told' | 'perPage' | 'now'> {
  settled: unknown;
}

function News({ told, perPage, now, settled }: NewsProps) {
  const fresh = useMarkShownRead(told.notices, settled);
  const reading = usePending({ intent: 'read-all' });
  return (
    <section id="news" aria-labelledby="news-title" className="mt-14 scroll-mt-24">
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="news-title" className="text-xl">
          What happened
        </h2>
        {told.unread > 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="read-all" />
            <Button size="sm" variant="quiet" pending={reading}>
              <CheckCheck aria-hidden />
              Mark all as read
            </Button>
          </Form>
        )}
      </div>
      {told.notices.length === 0 ? (
        <EmptyState icon={BellOff}>
          Nothing has happened yet. Sales, comments and new friends are told of here.
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-2.5">
            {told.notices.map((notice) => (
              <li key={notice.id}>
                <NotificationRow notice={notice} fresh={fresh.has(notice.id)} now={now} />
              </li>
            ))}
          </ul>
          <PerPage value={perPage} usual={notificationConstants.pageSize} />
        </>
      )}
      <Pager page={told.page} pages={told.pages} label="Pages of notifications" part="news" />
    </section>
  );
}
