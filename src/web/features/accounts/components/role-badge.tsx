import type { Role } from '#shared/constants/roles.ts';

const marks: Partial<Record<Role, string>> = {
  guest: 'Guest',
  moderator: 'Moderator',
  admin: 'Admin',
};

/** What an account is beside a player, behind its name. Nothing for a player. */
export function RoleBadge({ role, small = false }: { role: Role; small?: boolean }) {
  const mark = marks[role];
  if (!mark) return null;
  const look = role === 'guest' ? 'bg-raised text-muted' : 'bg-alive-wash text-alive';
  return (
    <span
      className={`rounded-full font-sans font-semibold ${look} ${small ? 'px-2 py-0.5 text-xs' : 'px-3 py-0.5 text-sm'}`}
    >
      {mark}
    </span>
  );
}
