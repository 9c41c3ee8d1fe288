import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Stat {
  label: string;
  /** Null if its owner keeps it private. */
  value: ReactNode;
  to?: string;
}

/** The numbers of a profile. A number with a page of its own is a link. */
export function ProfileStats({ stats }: { stats: Stat[] }) {
  return (
    <dl
      className={`grid gap-3 sm:gap-4 ${stats.length === 4 ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]'}`}
    >
      {stats.map(({ label, value, to }) => (
        <div
          key={label}
          className={`relative grid gap-1 rounded-md bg-surface px-4 py-4 sm:px-6 sm:py-5 shadow-lift ${to ? 'transition-colors focus-within:bg-raised hover:bg-raised' : ''}`}
        >
          <dt className="text-sm text-muted">
            {to ? (
              <Link to={to} prefetch="intent" className="after:absolute after:inset-0">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd
            className={`order-first font-display font-bold tabular-nums ${value === null ? 'text-lg/8 text-muted' : 'text-2xl'}`}
          >
            {value ?? 'Private'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
