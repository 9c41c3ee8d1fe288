import { ChevronDown } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import type { SitePart } from '#shared/constants/site/site-parts.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { usePartsOff, useViewer } from '#web/lib/root-data.ts';
import { useDisclosure } from '#web/lib/use-disclosure.ts';
import { getMarketViewPath } from '#web/paths/market-view.ts';

interface Entry {
  to: string;
  label: string;
  at: RegExp;
  /** Without this part of the site there is no entry. */
  part?: SitePart;
}

/** The entries of the community menu. `at` matches the paths that belong to an entry. */
const entries: Entry[] = [
  {
    part: 'gallery',
    to: '/community',
    label: 'Home',
    at: /^\/community(\/(camera|pictures)(\/.*)?)?\/?$/i,
  },
  { to: '/community/social', label: 'Social', at: /^\/community\/social(\/|$)/i },
  {
    part: 'discussions',
    to: '/community/discussion',
    label: 'Discussion',
    at: /^\/community\/discussions?(\/|$)/i,
  },
];
const atMarket = /^\/community\/market(\/|$)/i;

/** The community menu of the navigation bar, without scripts. Up to 1050 px its links are in the bar's list. */
export function CommunityMenu({ linkClass }: { linkClass: string }) {
  const menu = useDisclosure();
  const { pathname } = useLocation();
  const marketPath = getMarketViewPath(useViewer()?.marketView ?? 'items');
  // The market has a link of its own in the bar, which is highlighted there.
  const isCurrent = entries.some(({ at }) => at.test(pathname));
  const off = usePartsOff();
  const market: Entry = { part: 'market', to: marketPath, label: 'Market', at: atMarket };
  const all = [...entries, market].filter(({ part }) => !part || !off[part]);
  const links = all.map(({ to, label, at }) => (
    <li key={to}>
      <Link
        to={to}
        prefetch="intent"
        aria-current={at.test(pathname) ? 'page' : undefined}
        className={linkClass}
      >
        {label}
      </Link>
    </li>
  ));
  const paths = all.map(({ to }) => to);
  const shown = all.filter(({ at }) => at.test(pathname)).map(({ label }) => label);
  return (
    <>
      <CachedMarkup
        as="li"
        className="relative max-lg:hidden"
        inputs={['community menu', linkClass, shown, paths]}
      >
        {() => (
          <details ref={menu} className="group">
            <summary
              aria-current={isCurrent || undefined}
              className={`${linkClass} gap-1.5 group-open:bg-raised group-open:text-ink aria-[current=true]:bg-accent-wash aria-[current=true]:text-accent-ink`}
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
        )}
      </CachedMarkup>
      <CachedMarkup
        as="li"
        className="col-span-full lg:hidden"
        inputs={['community links', linkClass, shown, paths]}
      >
        {() => (
          <>
            <p className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">Community</p>
            <ul aria-label="Community" className="grid grid-cols-2 gap-1 sm:grid-cols-4">
              {links}
            </ul>
          </>
        )}
      </CachedMarkup>
    </>
  );
}
