import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <div className="grid gap-1">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
