interface StatusProps {
  status: 'Online' | 'Offline';
  className?: string;
}

/** Shows whether a player is online. */
export function PresenceStatus({ status, className = '' }: StatusProps) {
  const online = status === 'Online';
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${online ? 'text-alive' : 'text-muted'} ${className}`}
    >
      <span
        aria-hidden
        className={`size-2.5 rounded-full ${online ? 'bg-alive' : 'ring-2 ring-edge ring-inset'}`}
      />
      {status}
    </span>
  );
}
