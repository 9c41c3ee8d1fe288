import { randomUUID } from 'node:crypto';
import { type ReactNode, useContext, useEffect } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { getUnread } from '#domain/notifications/get-unread-counts.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { nextUtcDay, utcDay } from '#shared/format/utc-day.ts';
import type { Unread } from '#shared/schemas/socket-events.ts';
import type { Route } from './+types/root.ts';
import { PageFrame } from './features/shell/components/page-frame.tsx';
import { ThemeColor } from './features/shell/components/theme-color.tsx';
import bricolage from './fonts/bricolage-grotesque-bold.woff2?url';
import inter from './fonts/inter.woff2?url';
import { runLoader } from './lib/actions/run-loader-or-action.ts';
import { useFailedRequest } from './lib/errors/failed-request.ts';
import { failureHead, RouteError } from './lib/errors/route-error.tsx';
import { keepRouteData, setRouterForKeptData } from './lib/framework-patches/keep-route-data.ts';
import { LiveProvider } from './lib/live/live-provider.tsx';
import { failureContext } from './lib/request-context.ts';
import { themeScript } from './lib/theme.ts';
import type { RootData } from './lib/viewer.ts';
import './styles/app.css';

export const links: Route.LinksFunction = () => [
  ...[inter, bricolage].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/art/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** A screen names itself; this names what stands in for one that failed. */
export const meta: Route.MetaFunction = ({ error }) => failureHead(error);

/** A player whose session cannot be read must not be answered as a visitor by any screen. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    const failure = context.get(failureContext);
    if (failure) throw failure.error;
  },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepRouteData];

const forNobody = { viewer: null, unread: null, dailyReward: null, requestId: null };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx): Promise<RootData> => {
    const { actor, clock, request, sharePicture } = ctx;
    const gamesDatabase = ctx.cachedProvider !== null;
    // The server has put the operator's origin there where one is set.
    const site = { origin: request.origin, sharePicture };
    const year = clock.now().getUTCFullYear();
    const frame = { site, year, gamesDatabase };
    if (!actor) return { ...frame, ...forNobody };
    const { username, name, profilePic, role, balance } = actor;
    return {
      ...frame,
      viewer: { username, name, profilePic, role, balance },
      unread: role === 'guest' ? null : await countUnread(ctx, actor.id),
      dailyReward: {
        formKey: randomUUID(),
        amount: topUpConstants.dailyRewardCents,
        day: utcDay(clock.now()),
        claimed: actor.rewardClaimed,
        nextAt: nextUtcDay(clock.now()).toISOString(),
      },
      requestId: request.id,
    };
  });
}

/** The frame is there without its counts, too: a player must not seem logged out. */
async function countUnread(ctx: Ctx, accountId: string): Promise<Unread | null> {
  try {
    return await getUnread(ctx, accountId);
  } catch (error) {
    ctx.log.error({ err: error }, 'counting what is unread failed');
    return null;
  }
}

/** What goes with a refusal that stands in for a screen: when to ask again. */
export function headers({ errorHeaders }: Route.HeadersArgs): HeadersInit {
  return errorHeaders ?? {};
}

/**
 * After a form the frame is read anew, also when it was refused: the balance may be another one; not
 * when the server failed or could not be reached, as the page would then give way to an error. The
 * play screen's calls, which come every few seconds, change nothing of it.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  if (args.formAction?.startsWith('/game-session/')) return false;
  if ((args.actionStatus ?? 200) >= 500) return false;
  return args.formMethod === 'POST' || args.defaultShouldRevalidate;
}

/** The document, around screens and errors alike. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(FrameworkContext)?.nonce;
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    if (router) setRouterForKeptData(router);
  }, [router]);
  return (
    // The theme is set on it before React wakes; only the server knows the request.
    <html lang="en" data-request={useFailedRequest() ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <ThemeColor />
        <script nonce={nonce} suppressHydrationWarning>
          {themeScript}
        </script>
        <Meta />
        <Links />
      </head>
      <body>
        <LiveProvider>
          <PageFrame>{children}</PageFrame>
        </LiveProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What fails outside of every screen. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />;
}
