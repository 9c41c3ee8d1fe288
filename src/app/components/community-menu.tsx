import { ChevronDown } from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { useDisclosure } from './use-disclosure.ts';

/** The community's screens, as its menu names them (spec 2). */
const places = [
  { to: '/community', label: 'Home' },
  { to: '/community/social', label: 'Social' },
  { to: '/community/discussion', label: 'Discussion' },
  { to: '/community/market', label: 'Market' },
];

/** The community in the navigation bar: a menu that needs no script; up to 1050 px its links in the list. */
export function CommunityMenu({ place }: { place: string }) {
  const menu = useDisclosure();
  const here = useLocation().pathname.startsWith('/community');
  const links = places.map(({ to, label }) => (
    <li key={to}>
      <NavLink to={to} end={to === '/community'} prefetch="intent" className={place}>
        {label}
      </NavLink>
    </li>
  ));
  return (
    <>
      <li className="relative max-lg:hidden">
        <details ref={menu} className="group">
          <summary
            className={`${place} gap-1.5 ${here ? 'bg-accent-wash text-accent-ink' : ''} group-open:bg-raised group-open:text-ink`}
          >
            Community
            <ChevronDown
              aria-hidden
              className="size-4 transition-transform group-open:rotate-180"
            />
          </summary>
          <ul
            aria-label="Community"
            className="absolute top-full left-0 mt-2 grid min-w-48 gap-1 rounded-md bg-raised p-2 shadow-float [&_a:hover]:bg-line"
          >
            {links}
          </ul>
        </details>
      </li>
      <li className="lg:hidden">
        <p className="px-4 pt-2 pb-1 text-sm font-semibold text-muted">Community</p>
        <ul aria-label="Community" className="grid gap-1 pl-4">
          {links}
        </ul>
      </li>
    </>
  );
}
