import type { ReactNode } from 'react';

/** A row of large figures. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line shadow-lift sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {children}
    </dl>
  );
}

interface FigureProps {
  name: string;
  /** A second line. */
  detail?: ReactNode;
  /** The figure. */
  children: ReactNode;
}

/** A figure with its name. */
export function Figure({ name, detail, children }: FigureProps) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3 sm:px-6 sm:py-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums wrap-anywhere sm:text-xl">{children}</dd>
      {detail && <dd className="text-sm text-muted tabular-nums">{detail}</dd>}
    </div>
  );
}
