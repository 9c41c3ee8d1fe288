import type { ReactNode } from 'react';

interface CollectionProgressBarProps {
  collected: number;
  setSize: number;
  /** The progress in words. */
  children?: ReactNode;
  className?: string;
}

/** The progress of a card set, in words and as a bar. */
export function CollectionProgressBar({
  collected,
  setSize,
  children,
  className = '',
}: CollectionProgressBarProps) {
  return (
    <div className={`grid gap-1.5 ${className}`}>
      {children && <p className="text-sm text-muted tabular-nums">{children}</p>}
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-well ring-1 ring-line">
        <div
          className="h-full rounded-full bg-alive"
          style={{ width: `${(100 * collected) / Math.max(1, setSize)}%` }}
        />
      </div>
    </div>
  );
}
