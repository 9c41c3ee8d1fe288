import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';
import type { Device } from '../describe-device.ts';
import { DeviceRow } from './device-row.tsx';

interface Session {
  id: string;
  device: Device;
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
  return (
    <DeviceRow
      device={device}
      isCurrent={isCurrent}
      facts={
        <>
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
        </>
      }
    >
      <ButtonForm
        values={{ intent: 'end-session', sessionId: id }}
        aria-label={`End the session ${device.name}`}
        formClass="shrink-0"
      >
        End
      </ButtonForm>
    </DeviceRow>
  );
}
