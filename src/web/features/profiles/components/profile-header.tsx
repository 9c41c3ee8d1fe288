import type { ReactNode } from 'react';
import type { Profile } from '#domain/profiles/get-public-profile.ts';
import type { ProfileStyle } from '#domain/profiles/showcase.ts';
import type { ProfileColor, ProfileFrame } from '#shared/constants/profiles.ts';
import { formatPlayedTime } from '#shared/format/duration.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { PresenceStatus } from '#web/ui/accounts/presence-status.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface ProfileHeaderProps {
  profile: Omit<Profile, 'id'>;
  /** The frame and colour that its owner has chosen. */
  style: ProfileStyle;
  /** The buttons for the reader. */
  actions?: ReactNode;
}

const frames: Record<ProfileFrame, string> = {
  slate: 'ring-common',
  green: 'ring-uncommon',
  blue: 'ring-rare',
  violet: 'ring-epic',
  gold: 'ring-legendary',
};
const colors: Record<ProfileColor, string> = {
  ember: 'bg-accent',
  verdigris: 'bg-alive',
  sapphire: 'bg-rare',
  amethyst: 'bg-epic',
  sun: 'bg-legendary',
};

/** On phones two buttons share a row. */
const phoneClasses =
  'max-sm:w-full max-sm:gap-2 max-sm:[&>a]:grow max-sm:[&>:is(a,button),&>form>button]:px-2.5 max-sm:[&>:is(a,button),&>form>button]:text-sm';

/** Avatar, names, status and description of a profile, over a banner made from the avatar. */
export function ProfileHeader({ profile, style, actions }: ProfileHeaderProps) {
  const { username, name, description, profilePic, role, status, createdAt } = profile;
  const { playing, playedMs, lastPlayedAt } = profile;
  return (
    <header className="relative isolate mb-10 overflow-hidden rounded-lg bg-surface shadow-float">
      <div aria-hidden className="relative h-36 overflow-hidden sm:h-48">
        <img
          src={`/art/avatars/${profilePic}`}
          alt=""
          className="absolute inset-0 size-full scale-150 object-cover opacity-60 blur-3xl saturate-150"
        />
        {style.color && (
          <div className={`absolute inset-0 opacity-70 mix-blend-color ${colors[style.color]}`} />
        )}
        <div className="absolute inset-0 bg-linear-to-t from-surface via-surface/20 to-transparent" />
      </div>
      <div className="relative -mt-16 flex flex-wrap items-end gap-x-6 gap-y-4 px-6 pb-7 sm:px-8">
        <Avatar
          picture={profilePic}
          size={128}
          className={`rounded-full ${style.frame ? `ring-6 ${frames[style.frame]}` : 'ring-4 ring-surface'}`}
        />
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl wrap-anywhere">
            {username}
            <RoleBadge role={role} />
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 text-muted">
            {name && name !== username && <bdi className="text-ink">{name}</bdi>}
            <PresenceStatus status={status} playing={playing} />
            <span>
              Here since <DateTime value={createdAt} format="date" />
            </span>
            {lastPlayedAt && playedMs !== null && (
              <span>
                Played for {formatPlayedTime(playedMs)}, last on{' '}
                <DateTime value={lastPlayedAt} format="date" />
              </span>
            )}
          </p>
        </div>
        {actions && <div className={`flex flex-wrap gap-3 ${phoneClasses}`}>{actions}</div>}
        {description && (
          <p dir="auto" className="max-w-prose basis-full whitespace-pre-line wrap-anywhere">
            {description}
          </p>
        )}
      </div>
    </header>
  );
}
