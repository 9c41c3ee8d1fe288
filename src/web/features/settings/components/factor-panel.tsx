import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface FactorPanelProps {
  icon: LucideIcon;
  title: string;
  /** The present state, such as 'On'; null if there is nothing to say. */
  status: string | null;
  /** Whether the state needs attention. */
  isWarning?: boolean;
  intro: ReactNode;
  /** Buttons. */
  children: ReactNode;
}

/** One way to sign in: what it is, its state and what can be done. */
export function FactorPanel(props: FactorPanelProps) {
  const { icon: Icon, title, status, isWarning = false, intro, children } = props;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-lg bg-surface p-6 shadow-lift sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-5"
    >
      <Icon aria-hidden className="size-7 text-accent-ink max-sm:hidden" />
      <div className="grid min-w-0 gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 id={id} className="text-lg font-bold">
              {title}
            </h2>
            {status && (
              <span className={`text-sm font-semibold ${isWarning ? 'text-danger' : 'text-alive'}`}>
                {status}
              </span>
            )}
          </div>
          <p className="text-muted">{intro}</p>
        </div>
        <div className="flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  );
}
