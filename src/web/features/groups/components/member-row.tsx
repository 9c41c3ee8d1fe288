import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#web/ui/accounts/avatar.tsx';

interface MemberRowProps {
  person: { username: string; name: string; profilePic: string };
  /** A word about the person, such as 'Leader'. */
  note?: string | undefined;
  /** A line below the name. */
  line?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** A member of a group, or somebody who asks to become one. */
export function MemberRow({ person, note, line, children }: MemberRowProps) {
  const { username, name, profilePic } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-3 first:border-t-0">
      <Avatar picture={profilePic} size={44} />
      <div className="grid min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={`/profile/${username}`}
            prefetch="intent"
            className="inline-flex min-h-6 min-w-0 items-center font-semibold wrap-anywhere hover:text-link"
          >
            {username}
          </Link>
          {note && (
            <span className="rounded-full bg-raised px-2 py-0.5 text-xs font-semibold text-muted">
              {note}
            </span>
          )}
          {name && name !== username && (
            <bdi className="min-w-0 text-muted wrap-anywhere">{name}</bdi>
          )}
        </p>
        {line && <p className="text-sm text-muted">{line}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </li>
  );
}
