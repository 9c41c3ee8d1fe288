import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type AlertTone = 'info' | 'success' | 'failure';

const tones = {
  info: { icon: Info, boxClass: 'bg-raised text-ink', iconClass: 'text-muted' },
  success: { icon: CircleCheck, boxClass: 'bg-alive-wash text-ink', iconClass: 'text-alive' },
  failure: { icon: TriangleAlert, boxClass: 'bg-danger-wash text-ink', iconClass: 'text-danger' },
} as const;

interface AlertProps {
  tone?: AlertTone;
  /** For the `aria-describedby` of the element that it is about. */
  id?: string;
  /** A button for the reader, such as 'Try again'. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A message in a page. Screen readers announce failures at once and successes in the next pause. */
export function Alert({ tone = 'info', id, action, children, className = '' }: AlertProps) {
  const { icon: Icon, boxClass, iconClass } = tones[tone];
  const role = tone === 'failure' ? 'alert' : tone === 'success' ? 'status' : undefined;
  return (
    <div
      id={id}
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3 shadow-lift ${boxClass} ${className}`}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${iconClass}`} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
