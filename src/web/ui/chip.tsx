import type { ComponentProps } from 'react';
import { createPath, Link, parsePath } from 'react-router';
import { useLinkPrefetch } from '../lib/root-data.ts';

const baseClass = 'inline-flex min-h-9 items-center gap-1.5 rounded-full px-4 text-sm font-medium';

interface ChipLinkProps extends ComponentProps<typeof Link> {
  /** Whether this filter is active. */
  current?: boolean;
}

/** A filter as a link, so that the URL contains it. */
export function ChipLink({ current = false, className = '', ...rest }: ChipLinkProps) {
  const prefetchOf = useLinkPrefetch();
  const colorClass = current
    ? 'bg-accent text-on-accent'
    : 'bg-plinth text-ink shadow-lift hover:bg-line';
  return (
    <Link
      prefetch={prefetchOf(createPath(typeof rest.to === 'string' ? parsePath(rest.to) : rest.to))}
      aria-current={current ? 'true' : undefined}
      {...rest}
      className={`${baseClass} whitespace-nowrap transition-colors ${colorClass} ${className}`}
    />
  );
}
