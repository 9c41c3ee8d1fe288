import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'success' | 'failure';

const tones = {
  info: { icon: Info, look: 'bg-raised text-ink', mark: 'text-muted' },
  success: { icon: CircleCheck, look: 'bg-alive-wash text-ink', mark: 'text-alive' },
  failure: { icon: TriangleAlert, look: 'bg-danger-wash text-ink', mark: 'text-danger' },
} as const;

interface NoticeProps {
  tone?: NoticeTone;
  /** For the `aria-describedby` of what it is about. */
  id?: string;
  /** Something to do about it, such as a 'Try again' button. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A message in the page. Failures are announced at once, successes when the reader pauses. */
export function Notice({ tone = 'info', id, action, children, className = '' }: NoticeProps) {
  const { icon: Icon, look, mark } = tones[tone];
  const role = tone === 'failure' ? 'alert' : tone === 'success' ? 'status' : undefined;
  return (
    <div
      id={id}
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3 shadow-lift ${look} ${className}`}
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
