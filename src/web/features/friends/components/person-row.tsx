import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Person } from '#domain/friends/person-columns.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { PresenceStatus } from '#web/ui/accounts/presence-status.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';

/** A short label beside a name, such as 'You'. */
export function NameBadge({ children }: { children: string }) {
  return (
    <span className="rounded-full bg-raised px-2 py-0.5 text-xs font-semibold text-muted">
      {children}
    </span>
  );
}

/** Writes the numbers of games and friends that the reader may see, such as `3 games · 1 friend`. */
function formatCounts({ games, friends }: Pick<Person, 'games' | 'friends'>): string {
  return [
    ...(games === null ? [] : [`${games} ${games === 1 ? 'game' : 'games'}`]),
    ...(friends === null ? [] : [`${friends} ${friends === 1 ? 'friend' : 'friends'}`]),
  ].join(' · ');
}

interface PersonRowProps {
  person: Person;
  /** A word about the relation to the reader, such as 'You'. */
  note?: string;
  /** Buttons. */
  children?: ReactNode;
}

/** A player in a list, with a link to the profile. */
export function PersonRow({ person, note, children }: PersonRowProps) {
  const { username, name, profilePic, role, status, playing } = person;
  return (
    <li className="panel flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <Avatar picture={profilePic} size={56} />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={`/profile/${username}`}
            prefetch="intent"
            className="min-w-0 text-lg leading-tight font-semibold wrap-anywhere hover:text-link"
          >
            {username}
          </Link>
          <RoleBadge role={role} small />
          {note && <NameBadge>{note}</NameBadge>}
          {name && name !== username && (
            <bdi className="min-w-0 text-muted wrap-anywhere">{name}</bdi>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <PresenceStatus status={status} playing={playing} />
          <span className="tabular-nums">{formatCounts(person)}</span>
        </p>
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-2 max-sm:basis-full max-sm:pl-18">
          {children}
        </div>
      )}
    </li>
  );
}
