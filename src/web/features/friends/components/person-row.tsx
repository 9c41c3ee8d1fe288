import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Role } from '#shared/constants/roles.ts';
import { PresenceStatus } from '#web/features/accounts/components/presence-status.tsx';
import { RoleBadge } from '#web/features/accounts/components/role-badge.tsx';
import { Avatar } from '#web/ui/avatar.tsx';

export interface ListedPerson {
  username: string;
  name: string;
  profilePic: string;
  role: Role;
  status: 'Online' | 'Offline';
  games: number;
  friends: number;
}

/** A word beside a name. */
export function Mark({ children }: { children: string }) {
  return (
    <span className="rounded-full bg-raised px-2 py-0.5 text-xs font-semibold text-muted">
      {children}
    </span>
  );
}

/** How much somebody has: `3 games · 1 friend`. */
export function countsOf({ games, friends }: Pick<ListedPerson, 'games' | 'friends'>): string {
  return `${games} ${games === 1 ? 'game' : 'games'} · ${friends} ${friends === 1 ? 'friend' : 'friends'}`;
}

interface PersonRowProps {
  person: ListedPerson;
  /** What they are to the reader, in a word. */
  note?: string;
  /** Buttons about them. */
  children?: ReactNode;
}

/** Somebody in a list of people, with the way to their profile. */
export function PersonRow({ person, note, children }: PersonRowProps) {
  const { username, name, profilePic, role, status } = person;
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
          {note && <Mark>{note}</Mark>}
          {name && name !== username && (
            <bdi className="min-w-0 text-muted wrap-anywhere">{name}</bdi>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <PresenceStatus status={status} />
          <span className="tabular-nums">{countsOf(person)}</span>
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
