import { Monitor, Smartphone } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';

interface Session {
  id: string;
  device: { name: string; isPhone: boolean };
  network: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  isCurrent: boolean;
}

interface SessionListProps {
  sessions: readonly Session[];
  /** The server's time when it rendered the page. */
  now: Date;
}

/** The player's web sessions, each with a button that ends it. The present one ends by logging out. */
export function SessionList({ sessions, now }: SessionListProps) {
  return (
    <ul className="grid gap-1">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} now={now} />
      ))}
    </ul>
  );
}

function SessionRow({ session, now }: { session: Session; now: Date }) {
  const { id, device, network, createdAt, lastSeenAt, isCurrent } = session;
  const Icon = device.isPhone ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-x-4 border-t border-line py-3 first:border-t-0">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {device.name}
          {isCurrent && (
            <span className="rounded-full bg-accent-wash px-2 text-sm text-accent-ink">
              This one
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          <span className="wrap-anywhere">{network ?? 'Unknown network'}</span> ·{' '}
          {isCurrent || lastSeenAt === null ? null : (
            <>
              <span className="sm:whitespace-nowrap">
                seen <RelativeTime value={lastSeenAt} now={now} /> ·
              </span>{' '}
            </>
          )}
          <span className="sm:whitespace-nowrap">
            since <DateTime value={createdAt} format="date" />
          </span>
        </p>
      </div>
      {!isCurrent && <EndSessionForm id={id} label={`End the session ${device.name}`} />}
    </li>
  );
}

function EndSessionForm({ id, label }: { id: string; label: string }) {
  const pending = useNavigation().formData?.get('sessionId') === id;
  return (
    <Form method="post" preventScrollReset className="shrink-0">
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="sessionId" value={id} />
      <Button variant="quiet" size="sm" pending={pending} aria-label={label}>
        End
      </Button>
    </Form>
  );
}
