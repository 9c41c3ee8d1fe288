import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useRootData, useSiteName } from '#web/lib/root-data.ts';
import { SiteLogo } from './site-logo.tsx';

interface SiteFooterProps {
  /** The year by the server's clock; undefined when the root loader failed. */
  year: number | undefined;
}

/** The footer: links to shop, About and API reference, copyright, and the sources of data and icons. */
export function SiteFooter({ year }: SiteFooterProps) {
  const name = useSiteName();
  const { footerPages = [['/', 'Shop']], footerLinks = [], logo } = useRootData()?.site ?? {};
  return (
    // Hidden below the placeholder of a slow screen, because its later position is unknown.
    <CachedMarkup
      as="footer"
      className="mt-auto bg-well [body:has([data-late])_&]:hidden shadow-[0_-1px_0_var(--line)]"
      inputs={['footer', year, name, footerPages, footerLinks, logo?.src]}
    >
      {() => (
        <div className="mx-auto flex max-w-wide flex-wrap items-center justify-between gap-x-12 gap-y-6 px-4 py-10 text-sm text-muted sm:px-8">
          <div className="flex items-center gap-3">
            <SiteLogo className="size-7" />
            <p>
              © {year} {name}
            </p>
          </div>
          <nav aria-label="Footer">
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              {footerPages.map(([to, label]) => (
                <li key={to}>
                  <Link to={to} prefetch="intent" className="inline-block py-1 hover:text-ink">
                    {label}
                  </Link>
                </li>
              ))}
              {footerLinks.map(({ label, address }) => (
                <li key={`${label} ${address}`}>
                  {/* A path can be one of the APIs, which the router does not know. */}
                  <a
                    href={address}
                    rel="noopener"
                    className="inline-block py-1 wrap-anywhere hover:text-ink"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <p className="flex flex-wrap gap-x-5 gap-y-1">
            <span>
              Game facts: <ExternalLink to="https://rawg.io">RAWG</ExternalLink>
            </span>
            <span>
              Icons: <ExternalLink to="https://game-icons.net">game-icons.net</ExternalLink>,{' '}
              <ExternalLink to="https://creativecommons.org/licenses/by/3.0/">
                CC BY 3.0
              </ExternalLink>
            </span>
          </p>
        </div>
      )}
    </CachedMarkup>
  );
}

function ExternalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      rel="noopener"
      className="inline-block py-0.5 underline underline-offset-4 hover:text-ink"
    >
      {children}
    </a>
  );
}
