import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useLinkPrefetch } from '../lib/viewer.ts';

/** A page on the way from the shop to another. */
export interface Crumb {
  name: string;
  /** With its query, from the root on. */
  path: string;
}

interface BreadcrumbProps {
  /** From the shop to the page itself, which is the last. */
  trail: readonly Crumb[];
  className?: string;
}

/** The way from the shop to this page, whose name is not shown: its heading follows. */
export function Breadcrumb({ trail, className = '' }: BreadcrumbProps) {
  const prefetchOf = useLinkPrefetch();
  const here = trail.at(-1);
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
        {here && (
          <li aria-current="page" className="sr-only">
            {here.name}
          </li>
        )}
      </ol>
    </nav>
  );
}
