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
import { findAccountDuty } from '#domain/accounts/account-duty.ts';
import type { Ctx } from '#domain/context.ts';
import { isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { getUnreadCounts } from '#domain/notifications/get-unread-counts.ts';
import { findShownAnnouncement } from '#domain/site/announcement.ts';
import { applySavedRules } from '#domain/site/current-rules.ts';
import { getSiteSettingsOrDefaults } from '#domain/site/read-site-settings.ts';
import { listPartsOff } from '#domain/site/site-parts.ts';
import { type ShopGenre, shopGenres } from '#shared/constants/catalog/genres.ts';
import { siteTextPages, siteTextPageTitles } from '#shared/constants/site/site-settings.ts';
import { toAccentVariables } from '#shared/format/accent-colors.ts';
import { nextUtcDay, utcDay } from '#shared/format/utc-day.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import type { Unread } from '#shared/schemas/socket-events.ts';
import type { Route } from './+types/root.ts';
import { PageFrame, ThemeColor } from './features/shell/public.ts';
import bricolage from './fonts/bricolage-grotesque-bold.woff2?url';
import inter from './fonts/inter.woff2?url';
import { runLoader } from './lib/actions/run-loader-or-action.ts';
import {
  AppearanceContext,
  themeScript,
  toHtmlAttributes,
  useThemeOfAccount,
} from './lib/appearance.ts';
import { describeSitePictures } from './lib/describe-site-pictures.ts';
import { renderUnavailable } from './lib/errors/database-unavailable.ts';
import { useFailedRequestId } from './lib/errors/failed-request-id.ts';
import { failureHead, RouteError } from './lib/errors/route-error.tsx';
import { leaveErrorPages } from './lib/framework-patches/leave-error-page.ts';
import {
  preserveRouteData,
  setRouterForPreservedData,
} from './lib/framework-patches/preserve-route-data.ts';
import { LiveProvider } from './lib/live/live-provider.tsx';
import { createFormKey } from './lib/rendering-cache/values-of-request.ts';
import { failureContext } from './lib/request-context.ts';
import { type RootData, type Site, useRootData, useViewer } from './lib/root-data.ts';
import { useDeletionAfterLogout } from './lib/stored-values/delete-after-logout.ts';
import './styles/app.css';

export const links: Route.LinksFunction = () => [
  ...[inter, bricolage].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** Screens have their own heads; this is the head of the error page. */
export const meta: Route.MetaFunction = ({ error, matches }) => failureHead(error, matches);

/** When the session cannot be read, every screen fails. A player must not be treated as a visitor. */
export const middleware: Route.MiddlewareFunction[] = [
  (args) => {
    const failure = args.context.get(failureContext);
    if (!failure) return;
    const { error } = failure;
    throw isDatabaseUnavailable(error) ? renderUnavailable(error, args) : error;
  },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [preserveRouteData];

const visitorData = {
  viewer: null,
  duty: null,
  unread: null,
  dailyReward: null,
  requestId: null,
};

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx): Promise<RootData> => {
    const { actor, clock, request } = ctx;
    const hasCatalogProvider = ctx.catalog.cachedProvider !== null;
    // The operator's configured origin, if there is one; the server sets it.
    const settings = await getSiteSettingsOrDefaults(ctx);
    const { name: siteName, tagline, registration, footerLinks } = settings;
    const site = {
      name: siteName,
      tagline,
      origin: request.origin,
      ...describeSitePictures(settings, ctx.site.shareImage),
      registration,
      accent: toAccentVariables(settings.accent),
      footerPages: listFooterPages(settings),
      footerLinks,
      ...(!areUsual(settings.shopGenres) && { genres: settings.shopGenres }),
      off: Object.fromEntries(listPartsOff(settings).map((part) => [part, true])),
    };
    const announcement = findShownAnnouncement(settings, request.hiddenAnnouncement);
    const year = clock.now().getUTCFullYear();
    const frame = { site, announcement, year, hasCatalogProvider };
    if (!actor) return { ...frame, ...visitorData };
    const { username, name, profilePic, role, rights, balance, marketView, appearance } = actor;
    return {
      ...frame,
      viewer: { username, name, profilePic, role, rights, balance, marketView, appearance },
      duty: findAccountDuty(actor),
      unread: role === 'guest' ? null : await countUnread(ctx, actor.id),
      dailyReward: {
        formKey: createFormKey(ctx),
        amount: applySavedRules(ctx.rules, settings).dailyRewardCents,
        day: utcDay(clock.now()),
        claimed: actor.rewardClaimed,
        nextAt: nextUtcDay(clock.now()).toISOString(),
      },
      requestId: request.id,
    };
  });
}

/** Whether the genres of the shop are those that every page has already. */
const areUsual = (genres: readonly ShopGenre[]) =>
  genres.length === shopGenres.length &&
  genres.every(({ slug, name }, place) => {
    const usual = shopGenres[place];
    return slug === usual?.slug && name === usual.name;
  });

/** The pages that the footer leads to, with their names. */
function listFooterPages(settings: SiteSettings): Site['footerPages'] {
  const texts = siteTextPages.filter((page) => settings[page] !== '');
  return [
    ['/', 'Shop'],
    ['/about', 'About'],
    ...(listPartsOff(settings).includes('realmApi') ? [] : [['/reference', 'Reference'] as const]),
    ...texts.map((page) => [`/${page}`, siteTextPageTitles[page]] as const),
  ];
}

/** Errors are logged only: without its counts the frame still shows that the player is logged in. */
async function countUnread(ctx: Ctx, accountId: string): Promise<Unread | null> {
  try {
    return await getUnreadCounts(ctx, accountId);
  } catch (error) {
    ctx.log.error({ err: error }, 'reading the unread counts failed');
    return null;
  }
}

/** Passes on the headers of an AppError, such as `Retry-After`. */
export function headers({ errorHeaders }: Route.HeadersArgs): HeadersInit {
  return errorHeaders ?? {};
}

/**
 * The frame's data are loaded again after every form, also after a rejected one, because the balance may have
 * changed. They are not after a server error, because the page would be replaced by an error page. The calls
 * of the play screen, which come every few seconds, do not change these data.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  if (args.formAction?.startsWith('/game-session/')) return false;
  if ((args.actionStatus ?? 200) >= 500) return false;
  return args.formMethod === 'POST' || args.defaultShouldRevalidate;
}

/** The HTML document around every screen and every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(FrameworkContext)?.nonce;
  const router = useContext(DataRouterContext)?.router;
  const appearance = useViewer()?.appearance ?? null;
  const { accent, icons } = useRootData()?.site ?? {};
  useThemeOfAccount(appearance?.theme);
  useDeletionAfterLogout();
  useEffect(() => {
    if (!router) return;
    setRouterForPreservedData(router);
    return leaveErrorPages(router);
  }, [router]);
  return (
    <AppearanceContext value={appearance}>
      {/* The theme is set here before hydration, and only the server knows the request id. */}
      <html
        lang="en"
        {...toHtmlAttributes(appearance)}
        style={accent ?? undefined}
        data-request={useFailedRequestId() ?? undefined}
        suppressHydrationWarning
      >
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
          {icons?.map((icon) => (
            <link key={icon.rel} {...icon} />
          ))}
        </head>
        <body>
          <LiveProvider>
            <PageFrame>{children}</PageFrame>
          </LiveProvider>
          <ScrollRestoration />
          <Scripts />
        </body>
      </html>
    </AppearanceContext>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The error page for errors outside of the screens. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />;
}
