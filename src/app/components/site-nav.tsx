import { LogOut, Menu, X } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { LogoutForm } from './accounts/logout-form.tsx';
import { Avatar } from './avatar.tsx';
import { Button, ButtonLink } from './button.tsx';
import { CommunityMenu } from './community-menu.tsx';
import { Logo } from './logo.tsx';
import { Money } from './money.tsx';
import { NavCounts } from './nav-counts.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useDisclosure } from './use-disclosure.ts';
import { usePending } from './use-pending.ts';
import { useViewer, type Viewer } from './viewer.ts';

const place =
  'flex min-h-11 items-center rounded-md px-4 font-medium text-muted transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-ink max-lg:text-lg';

/** The navigation bar (spec 2). Up to 1050 px its links fold behind a button that needs no script. */
export function SiteNav() {
  const viewer = useViewer();
  const fold = useDisclosure();
  // Guests are asked and told nothing by others.
  const counted = viewer !== null && viewer.role !== 'guest';
  return (
    <header className="sticky top-0 z-30 bg-canvas/85 shadow-[0_1px_0_var(--line)] backdrop-blur-md">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-16 max-w-wide items-center gap-x-2 px-4 sm:px-8"
      >
        <Link
          to="/"
          prefetch="intent"
          className="mr-auto flex min-h-11 items-center gap-2.5 rounded-md font-display text-xl font-bold tracking-tight lg:mr-4"
        >
          <Logo />
          Guildhall
        </Link>
        {counted && <NavCounts className="lg:hidden" />}
        <details ref={fold} className="group peer lg:hidden">
          <summary
            aria-label="Menu"
            className="grid size-11 place-items-center rounded-md hover:bg-raised"
          >
            <Menu aria-hidden className="size-6 group-open:hidden" />
            <X aria-hidden className="hidden size-6 group-open:block" />
          </summary>
        </details>
        <div className="flex-1 items-center gap-4 max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:hidden max-lg:max-h-[calc(100svh-4rem)] max-lg:flex-col max-lg:items-stretch max-lg:overflow-y-auto max-lg:bg-canvas max-lg:px-4 max-lg:pt-3 max-lg:pb-6 max-lg:shadow-float max-lg:peer-open:flex sm:max-lg:px-8 lg:flex">
          <ul className="flex gap-1 max-lg:flex-col">
            <Place to="/" label="Shop" />
            {viewer && <Place to="/library" label="Library" />}
            <Place to="/about" label="About" />
            <CommunityMenu place={place} />
          </ul>
          <div className="flex items-center gap-3 max-lg:flex-wrap max-lg:justify-between lg:ml-auto">
            <ThemeSwitch />
            {counted && <NavCounts className="max-lg:hidden" />}
            {viewer ? <Account viewer={viewer} /> : <LoginLink />}
          </div>
        </div>
      </nav>
    </header>
  );
}

function Place({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <NavLink to={to} end={to === '/'} prefetch="intent" className={place}>
        {label}
      </NavLink>
    </li>
  );
}

function LoginLink() {
  return (
    <ButtonLink to="/login" size="sm" className="max-lg:min-h-11 max-lg:px-6">
      Login
    </ButtonLink>
  );
}

function Account({ viewer }: { viewer: Viewer }) {
  const leaving = usePending({ intent: 'logout' });
  return (
    <div className="flex items-center gap-1 max-lg:-order-1 max-lg:basis-full max-lg:justify-between max-lg:border-t max-lg:border-line max-lg:pt-3">
      <NavLink
        to="/profile"
        end
        prefetch="intent"
        className="flex min-h-11 min-w-0 items-center gap-3 rounded-md py-1 pr-3 pl-1.5 transition-colors hover:bg-raised aria-[current=page]:bg-accent-wash"
      >
        <Avatar picture={viewer.profilePic} size={36} />
        <span className="grid min-w-0 leading-tight">
          <span className="truncate text-sm font-semibold">{viewer.username}</span>
          <Money cents={viewer.balance} className="text-sm text-muted" />
        </span>
      </NavLink>
      <LogoutForm>
        <Button variant="ghost" size="sm" pending={leaving} className="min-h-11 text-muted">
          <LogOut aria-hidden />
          Logout
        </Button>
      </LogoutForm>
    </div>
  );
}
