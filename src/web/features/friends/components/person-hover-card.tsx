import { Info } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Person } from '#domain/friends/person-columns.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { PresenceStatus } from '#web/ui/accounts/presence-status.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';
import { NameBadge } from './person-row.tsx';

interface PersonHoverCardProps {
  person: Person;
  /** A word about the relation to the reader, such as 'You'. */
  note?: string;
}

/**
 * The link to a profile, with a card about the player on hover and focus. On touch screens a button shows the
 * card. Escape hides it. Only Escape needs scripts.
 */
export function PersonHoverCard({ person, note }: PersonHoverCardProps) {
  const { username, name, profilePic, role, status, playing, games, friends } = person;
  const id = useId();
  const { container, dismissed } = useDismissal();
  const openClass =
    'group-hover:visible group-hover:opacity-100 group-focus-within:visible group-focus-within:opacity-100 group-hover:delay-300';
  return (
    <span ref={container} className="group relative grid max-w-full justify-items-start">
      <span className="flex max-w-full items-center gap-1">
        <Link
          to={`/profile/${username}`}
          prefetch="intent"
          aria-describedby={id}
          className="min-w-0 text-lg leading-tight font-semibold wrap-anywhere hover:text-link"
        >
          {username}
        </Link>
        {note && <NameBadge>{note}</NameBadge>}
        <button
          type="button"
          aria-label={`About ${username}`}
          aria-describedby={id}
          className="hidden size-9 shrink-0 place-items-center rounded-full text-muted [@media(hover:none)]:grid"
        >
          <Info aria-hidden className="size-4.5" />
        </button>
      </span>
      {/* Between the name and its card, so that the card stays while the pointer moves to it. */}
      <PresenceStatus status={status} playing={playing} className="text-sm" />
      <span
        id={id}
        className={`invisible absolute top-full left-0 z-20 opacity-0 transition-opacity ${dismissed ? '' : openClass}`}
      >
        <span className="mt-2 flex w-72 max-w-[calc(100vw-7rem)] items-center gap-4 rounded-lg bg-raised p-4 shadow-float">
          <Avatar picture={profilePic} size={72} />
          <span className="grid min-w-0 gap-0.5 wrap-anywhere">
            <bdi className="font-semibold">{name || username}</bdi>
            <RoleBadge role={role} small />
            <PresenceStatus status={status} className="text-sm" />
            {games !== null && <span className="text-sm text-muted">Number of games: {games}</span>}
            {friends !== null && (
              <span className="text-sm text-muted">Number of friends: {friends}</span>
            )}
          </span>
        </span>
      </span>
    </span>
  );
}

/** Hides the card on Escape until the next hover or focus. */
function useDismissal() {
  const container = useRef<HTMLSpanElement>(null);
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => {
    const element = container.current;
    const show = () => setDismissed(false);
    function onKey({ key }: KeyboardEvent) {
      if (key === 'Escape' && element?.matches(':hover, :focus-within')) setDismissed(true);
    }
    element?.addEventListener('pointerenter', show);
    element?.addEventListener('focusin', show);
    document.addEventListener('keydown', onKey);
    return () => {
      element?.removeEventListener('pointerenter', show);
      element?.removeEventListener('focusin', show);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return { container, dismissed };
}
