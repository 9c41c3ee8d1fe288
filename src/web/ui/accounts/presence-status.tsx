import { Link } from 'react-router';

interface StatusProps {
  status: 'Online' | 'Offline';
  /** The game that the player is playing now, if it is to be shown. */
  playing?: { id: number; name: string } | null;
  className?: string;
}

/** Shows whether a player is online, and what it is playing. */
export function PresenceStatus({ status, playing, className = '' }: StatusProps) {
  const online = status === 'Online';
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${online ? 'text-alive' : 'text-muted'} ${className}`}
    >
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full ${online ? 'bg-alive' : 'ring-2 ring-edge ring-inset'}`}
      />
      <span>
        {status}
        {playing && (
          <>
            , playing{' '}
            <Link
              to={`/game-info/${playing.id}`}
              className="font-semibold wrap-anywhere hover:text-link"
            >
              <bdi>{playing.name}</bdi>
            </Link>
          </>
        )}
      </span>
    </span>
  );
}
