import { type ReactNode, useId } from 'react';

interface PageSectionProps {
  title: string;
  intro?: ReactNode;
  /** Links beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a page with its own heading. */
export function PageSection({ title, intro, actions, children }: PageSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="grid gap-1">
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          {intro && <p className="max-w-prose text-muted">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
