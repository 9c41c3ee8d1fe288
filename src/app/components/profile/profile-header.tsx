import type { ReactNode } from 'react';
import { Avatar } from '../avatar.tsx';
import { DateTime } from '../date-time.tsx';

interface ProfileHeaderProps {
  profile: {
    username: string;
    name: string;
    description: string;
    profilePic: string;
    role: string;
    status: 'Online' | 'Offline';
    createdAt: Date;
  };
  /** Buttons of whoever looks. */
  actions?: ReactNode;
}

const marks: Record<string, string> = { guest: 'Guest', moderator: 'Moderator', admin: 'Admin' };

/** Who a profile is about, over a banner in the light of the avatar. */
export function ProfileHeader({ profile, actions }: ProfileHeaderProps) {
  const { username, name, description, profilePic, role, status, createdAt } = profile;
  const mark = marks[role];
  return (
    <header className="relative isolate mb-10 overflow-hidden rounded-lg bg-surface shadow-float">
      <div aria-hidden className="relative h-36 overflow-hidden sm:h-48">
        <img
          src={`/art/avatars/${profilePic}`}
          alt=""
          className="absolute inset-0 size-full scale-150 object-cover opacity-60 blur-3xl saturate-150"
        />
        <div className="absolute inset-0 bg-linear-to-t from-surface via-surface/20 to-transparent" />
      </div>
      <div className="relative -mt-16 flex flex-wrap items-end gap-x-6 gap-y-4 px-6 pb-7 sm:px-8">
        <Avatar picture={profilePic} size={128} className="rounded-full ring-4 ring-surface" />
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl wrap-anywhere">
            {username}
            {mark && (
              <span className="rounded-full bg-raised px-3 py-0.5 font-sans text-sm font-semibold text-muted">
                {mark}
              </span>
            )}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 text-muted">
            {name && name !== username && <span className="text-ink">{name}</span>}
            <span
              className={`inline-flex items-center gap-1.5 ${status === 'Online' ? 'text-alive' : ''}`}
            >
              <span
                aria-hidden
                className={`size-2.5 rounded-full ${status === 'Online' ? 'bg-alive' : 'ring-2 ring-edge ring-inset'}`}
              />
              {status}
            </span>
            <span>
              Here since <DateTime value={createdAt} format="date" />
            </span>
          </p>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        {description && (
          <p className="max-w-prose basis-full whitespace-pre-line wrap-anywhere">{description}</p>
        )}
      </div>
    </header>
  );
}
