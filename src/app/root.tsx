import { randomUUID } from 'node:crypto';
import { type ReactNode, useContext } from 'react';
import {
  UNSAFE_FrameworkContext as FrameworkContext,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { getUnread } from '#domain/notices/get-unread.ts';
import { money } from '#shared/limits.ts';
import { utcDay } from '#shared/utc-day.ts';
import type { Route } from './+types/root.ts';
import { ErrorPage } from './components/error-page.tsx';
import { Frame } from './components/frame.tsx';
import { themeScript } from './components/theme.ts';
import { ThemeColor } from './components/theme-color.tsx';
import { type FrameData, useFrameData } from './components/viewer.ts';
import { failureContext } from './context.ts';
import { load } from './door.ts';
import bricolage from './fonts/bricolage-grotesque-bold.woff2?url';
import inter from './fonts/inter.woff2?url';
import { LiveProvider } from './live/live-provider.tsx';
import { screenHead } from './page-head.ts';
import { isRefused } from './refused.ts';
import { useFailedRequest } from './request-id.ts';
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
export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return [{ title: 'Guildhall' }];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return screenHead(missing ? 'Not found' : 'Something went wrong');
};

/** A player whose session cannot be read must not be answered as a visitor by any screen. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    const failure = context.get(failureContext);
    if (failure) throw failure.error;
  },
];

const forNobody = { viewer: null, unread: null, dailyReward: null, requestId: null };

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx): Promise<FrameData> => {
    const { actor, clock, request, sharePicture } = ctx;
    const gamesDatabase = ctx.gamesSource !== null;
    // The server has put the operator's origin there where one is set.
    const site = { origin: request.origin, sharePicture };
    const year = clock.now().getUTCFullYear();
    const frame = { site, year, gamesDatabase };
    if (!actor) return { ...frame, ...forNobody };
    const { username, name, profilePic, role, balance } = actor;
    return {
      ...frame,
      viewer: { username, name, profilePic, role, balance },
      unread: role === 'guest' ? null : await getUnread(ctx, actor.id),
      dailyReward: actor.rewardClaimed
        ? null
        : { formKey: randomUUID(), amount: money.dailyRewardCents, day: utcDay(clock.now()) },
      requestId: request.id,
    };
  });
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
          <Frame>{children}</Frame>
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

/** Every error that no screen catches: what cannot be found, what is refused, and our own bugs. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failed = useFailedRequest();
  const requestId = useFrameData()?.requestId ?? failed;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const message =
    isRouteErrorResponse(error) && isRefused(error.data) && error.data.refusal.message;
  return <ErrorPage status={status} message={message || undefined} requestId={requestId} />;
}
