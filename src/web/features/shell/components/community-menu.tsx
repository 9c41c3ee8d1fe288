import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useDisclosure } from '#web/lib/use-disclosure.ts';

/** The community's screens, as its menu names them, and the addresses that belong to each. */
const places = [
  { to: '/community', label: 'Home', at: /^\/community(\/(camera|pictures)(\/.*)?)?\/?$/i },
  { to: '/community/social', label: 'Social', at: /^\/community\/social(\/|$)/i },
  { to: '/community/discussion', label: 'Discussion', at: /^\/community\/discussions?(\/|$)/i },
  { to: '/community/market', label: 'Market', at: /^\/community\/market(\/|$)/i },
];

/** The community in the navigation bar: a menu that needs no script; up to 1050 px its links in the list. */
export function CommunityMenu({ place }: { place: string }) {
  const menu = useDisclosure();
  const { pathname } = useLocation();
  // The market has an entry of the bar, which is lit itself.
  const here = places.some(({ label, at }) => label !== 'Market' && at.test(pathname));
  const links = places.map(({ to, label, at }) => (
    <li key={to}>
      <Link
        to={to}
        prefetch="intent"
        aria-current={at.test(pathname) ? 'page' : undefined}
        className={place}
      >
        {label}
      </Link>
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
      <li className="col-span-full lg:hidden">
        <p className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">Community</p>
        <ul aria-label="Community" className="grid grid-cols-2 gap-1 sm:grid-cols-4">
          {links}
        </ul>
      </li>
    </>
  );
}
