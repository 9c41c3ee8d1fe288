import { LogOut, Menu, X } from 'lucide-react';
import { Link, NavLink, useLocation } from 'react-router';
import type { MarketView } from '#shared/constants/market/market-view.ts';
import { LogoutForm, useRegistrationOpen } from '#web/features/accounts/public.ts';
import {
  usePartsOff,
  useRootData,
  useSiteName,
  useViewer,
  type Viewer,
} from '#web/lib/root-data.ts';
import { useDisclosure } from '#web/lib/use-disclosure.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { getMarketViewPath } from '#web/paths/market-view.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CommunityMenu } from './community-menu.tsx';
import { NavCounts } from './nav-counts.tsx';
import { SiteLogo } from './site-logo.tsx';
import { ThemeMenu } from './theme-menu.tsx';

const linkClass =
  'flex min-h-11 items-center rounded-md px-3 font-medium lg:max-[1200px]:px-2.5 text-muted transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-ink xl:px-4';

/** The navigation bar. Up to 1050 px its links are behind a button that works without scripts. */
export function SiteNav() {
  const viewer = useViewer();
  const siteName = useSiteName();
  const off = usePartsOff();
  // When the root loader failed, the session is unknown, so the bar offers no login.
  const isVisitor = useRootData() !== undefined;
  const menu = useDisclosure();
  // Guests get no notifications, requests or messages.
  const hasCounts = viewer !== null && viewer.role !== 'guest';
  return (
    <header className="sticky top-0 z-30 bg-canvas/85 shadow-[0_1px_0_var(--line)] backdrop-blur-md">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-16 max-w-wide items-center gap-x-2 px-4 sm:px-8"
      >
        <Link
          to="/"
          prefetch="intent"
          className="mr-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-display text-xl font-bold tracking-tight lg:mr-2 xl:mr-4"
        >
          <SiteLogo />
          <span className="max-w-[10rem] min-w-0 truncate sm:max-w-[16rem]">{siteName}</span>
        </Link>
        {hasCounts && <NavCounts className="lg:hidden" />}
        <details ref={menu} className="group peer lg:hidden">
          <summary
            aria-label="Menu"
            className="grid size-11 place-items-center rounded-md hover:bg-raised"
          >
            <Menu aria-hidden className="size-6 group-open:hidden" />
            <X aria-hidden className="hidden size-6 group-open:block" />
          </summary>
        </details>
        <div className="min-w-0 flex-1 items-center gap-3 max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:hidden max-lg:max-h-[calc(100svh-4rem)] max-lg:flex-col max-lg:items-stretch max-lg:overflow-y-auto max-lg:bg-canvas max-lg:px-4 max-lg:pt-3 max-lg:pb-6 max-lg:shadow-float max-lg:peer-open:flex sm:max-lg:px-8 lg:flex">
          <ul className="flex max-lg:grid max-lg:grid-cols-2 max-lg:gap-1 sm:max-lg:grid-cols-4 xl:gap-1">
            <NavEntry to="/" label="Shop" />
            {viewer && <NavEntry to="/library" label="Library" />}
            {!off.market && <MarketEntry view={viewer?.marketView ?? 'items'} />}
            <NavEntry to="/about" label="About" />
            <CommunityMenu linkClass={linkClass} />
          </ul>
          <div className="flex min-w-0 items-center gap-2 max-lg:flex-col max-lg:items-stretch max-lg:border-t max-lg:border-line max-lg:pt-3 lg:ml-auto">
            {hasCounts && <NavCounts className="max-lg:hidden" />}
            {viewer ? <AccountLinks viewer={viewer} /> : <VisitorLinks isVisitor={isVisitor} />}
          </div>
        </div>
      </nav>
    </header>
  );
}

function NavEntry({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <NavLink to={to} end={to === '/'} prefetch="intent" className={linkClass}>
        {label}
      </NavLink>
    </li>
  );
}

/** The market in the view that the reader has chosen. It is highlighted on all pages of the market. */
function MarketEntry({ view }: { view: MarketView }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link
        to={getMarketViewPath(view)}
        prefetch="intent"
        aria-current={/^\/community\/market(\/|$)/i.test(pathname) ? 'page' : undefined}
        className={linkClass}
      >
        Market
      </Link>
    </li>
  );
}

/** The theme and, for visitors, the links to login and registration. */
function VisitorLinks({ isVisitor }: { isVisitor: boolean }) {
  const isRegistrationOpen = useRegistrationOpen();
  return (
    <>
      <ThemeMenu />
      {isVisitor && (
        <div className="flex gap-2 max-lg:*:min-h-11 max-lg:*:flex-1">
          <ButtonLink to="/login" size="sm" variant="quiet">
            Login
          </ButtonLink>
          {isRegistrationOpen && (
            <ButtonLink to="/register" size="sm">
              Register
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}

function AccountLinks({ viewer }: { viewer: Viewer }) {
  const loggingOut = usePending({ intent: 'logout' });
  return (
    <>
      <NavLink
        to="/profile"
        end
        prefetch="intent"
        title={viewer.username}
        className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md px-2 py-1 transition-colors hover:bg-raised aria-[current=page]:bg-accent-wash"
      >
        <Avatar picture={viewer.profilePic} size={36} className="lg:max-[1200px]:hidden" />
        <span className="grid min-w-0 leading-tight">
          <span className="truncate text-sm font-semibold">{viewer.username}</span>
          <MoneyAmount cents={viewer.balance} className="text-sm text-muted" />
        </span>
      </NavLink>
      <AccountMenu username={viewer.username} />
      <LogoutForm>
        <Button
          variant="ghost"
          size="sm"
          pending={loggingOut}
          className="min-h-11 text-muted max-lg:w-full max-lg:justify-start!"
        >
          <LogOut aria-hidden className="lg:max-[1200px]:hidden" />
          Logout
        </Button>
      </LogoutForm>
    </>
  );
}
