import type { Role } from '#shared/constants/accounts/roles.ts';

const roleNames: Partial<Record<Role, string>> = {
  guest: 'Guest',
  moderator: 'Moderator',
  admin: 'Admin',
};

/** The role of an account beside its name; nothing for a player. */
export function RoleBadge({ role, small = false }: { role: Role; small?: boolean }) {
  const roleName = roleNames[role];
  if (!roleName) return null;
  const colors = role === 'guest' ? 'bg-raised text-muted' : 'bg-alive-wash text-alive';
  return (
    <span
      className={`rounded-full font-sans font-semibold ${colors} ${small ? 'px-2 py-0.5 text-xs' : 'px-3 py-0.5 text-sm'}`}
    >
      {roleName}
    </span>
  );
}
