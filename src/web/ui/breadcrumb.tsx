import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useLinkPrefetch } from '../lib/root-data.ts';

/** One page of a breadcrumb. */
export interface Crumb {
  name: string;
  /** The absolute path with its query. */
  path: string;
}

interface BreadcrumbProps {
  /** The pages from the shop to this page, which is the last. */
  trail: readonly Crumb[];
  className?: string;
}

/** Links from the shop down to this page. Its own name is for screen readers only: the heading follows. */
export function Breadcrumb({ trail, className = '' }: BreadcrumbProps) {
  const prefetchOf = useLinkPrefetch();
  const currentPage = trail.at(-1);
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {trail.slice(0, -1).map(({ name, path }, index) => (
          <li key={path} className="flex min-h-6 items-center gap-x-1.5">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 opacity-70" />}
            <Link
              to={path}
              prefetch={prefetchOf(path)}
              className="inline-block py-1 transition-colors hover:text-ink hover:underline hover:underline-offset-4"
            >
              {name}
            </Link>
          </li>
        ))}
        {currentPage && (
          <li aria-current="page" className="sr-only">
            {currentPage.name}
          </li>
        )}
      </ol>
    </nav>
  );
}
