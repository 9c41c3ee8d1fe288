import { BellOff, CheckCheck, UserPlus } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { Form, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { failureOf } from '#app/form-failure.ts';
import { screenHead } from '#app/page-head.ts';
import { pagePath, tidyPath } from '#app/page-path.ts';
import { reachServer, rereadUnlessFailed } from '#app/reach-server.ts';
import { redirect } from '#app/redirect.ts';
import { isWithoutScript } from '#app/without-script.ts';
import type { Ctx } from '#domain/context.ts';
import { listRequests } from '#domain/friends/list-requests.ts';
import { listNotices } from '#domain/notices/list-notices.ts';
import { readAllNotices, readShownNotices } from '#domain/notices/read-notices.ts';
import { listMuted, switchNotices } from '#domain/notices/switch-notices.ts';
import { noticeSwitchInput, notificationQuery, seenInput } from '#shared/inputs/notices.ts';
import { notice as limits } from '#shared/limits.ts';
import { refusals } from '#shared/refusals.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Notice } from '../components/notice.tsx';
import { NoticeRow } from '../components/notices/notice-row.tsx';
import { NoticeSwitches } from '../components/notices/notice-switches.tsx';
import { RequestRow } from '../components/notices/request-row.tsx';
import { useFresh } from '../components/notices/use-fresh.ts';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { PerPage } from '../components/per-page.tsx';
import { useLiveRefresh } from '../components/use-live-refresh.ts';
import { usePending } from '../components/use-pending.ts';
import type { Route } from './+types/notification';

export const meta: Route.MetaFunction = () => screenHead('Notifications');

export const handle = { failure: 'Failed to load friend requests.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, _actor, url) => {
    const query = parse(notificationQuery, url.searchParams);
    const tidy = tidyPath(url, { perPage: String(limits.pageSize) });
    if (tidy !== null) throw redirect(tidy);
    const [requests, told, muted] = await Promise.all([
      readRequests(ctx, query.requests),
      listNotices(ctx, query),
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
  return actOnForm(args, 'friend-action-failed', async (ctx, form) => {
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
      await readShownNotices(ctx, parse(seenInput, form));
      return { read: 'shown' };
    case 'switch':
      await switchNotices(ctx, parse(noticeSwitchInput, form));
      return { read: null };
    default:
      await readAllNotices(ctx);
      return { read: 'all' };
  }
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'friend-action-failed');
}

/** What was told to have been seen changes the counts of the frame, not what is on the screen. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.formData?.get('intent') !== 'seen' && rereadUnlessFailed(args);
}

/** Friend requests, and what happened while the reader may not have looked. */
export default function Notification({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, told, perPage, muted, now } = loaderData;
  const failure = failureOf(actionData);
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
        <NoticeSwitches muted={muted} />
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
          {refusals['requests-failed'].text}
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
  const fresh = useFresh(told.notices, settled);
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
                <NoticeRow notice={notice} fresh={fresh.has(notice.id)} now={now} />
              </li>
            ))}
          </ul>
          <PerPage value={perPage} usual={limits.pageSize} />
        </>
      )}
      <Pager page={told.page} pages={told.pages} label="Pages of notifications" part="news" />
    </section>
  );
}
