import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** A button beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading and a button, on a surface. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg bg-surface p-6 shadow-lift">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-display text-lg font-bold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
