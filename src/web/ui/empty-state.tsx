import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: LucideIcon;
  /** The text, such as 'No friends yet.' */
  children: ReactNode;
  /** A link or button for the next step. */
  action?: ReactNode;
}

/** The text in place of an empty list. */
export function EmptyState({ icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-5 rounded-lg bg-surface/60 px-6 py-16 text-center">
      {Icon && (
        <span className="grid size-16 place-items-center rounded-full bg-raised text-muted shadow-lift">
          <Icon aria-hidden className="size-7" strokeWidth={1.5} />
        </span>
      )}
      <p className="max-w-prose text-lg text-muted">{children}</p>
      {action}
    </div>
  );
}
