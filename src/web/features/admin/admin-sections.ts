import type { Actor } from '#domain/actor.ts';
import { hasRight, type Right } from '#shared/rules/rights.ts';

export interface AdminSection {
  id: string;
  label: string;
  to: string;
  /** The right that opens it; null if only admins open it. */
  right: Right | null;
}

/** The sections of the administration, in the order of the navigation. */
export const adminSections = [
  {
    id: 'health',
    label: 'Health',
    to: '/admin/health',
    right: null,
  },
  {
    id: 'site',
    label: 'Site',
    to: '/admin/site',
    right: null,
  },
  {
    id: 'games',
    label: 'Games',
    to: '/admin/games',
    right: 'edit-catalog',
  },
  {
    id: 'people',
    label: 'People',
    to: '/admin/people',
    right: null,
  },
  {
    id: 'roles',
    label: 'Roles',
    to: '/admin/roles',
    right: null,
  },
  {
    id: 'groups',
    label: 'Groups',
    to: '/admin/groups',
    right: 'manage-groups',
  },
  {
    id: 'registration',
    label: 'Registration',
    to: '/admin/registration',
    right: 'invite',
  },
  {
    id: 'codes',
    label: 'Codes',
    to: '/admin/codes',
    right: null,
  },
  {
    id: 'economy',
    label: 'Economy',
    to: '/admin/economy',
    right: 'see-economy',
  },
  {
    id: 'backups',
    label: 'Backups',
    to: '/admin/backups',
    right: null,
  },
  {
    id: 'system',
    label: 'System',
    to: '/admin/system',
    right: null,
  },
  {
    id: 'settings',
    label: 'Settings',
    to: '/admin/settings',
    right: null,
  },
  {
    id: 'log',
    label: 'Log',
    to: '/admin/log',
    right: null,
  },
] as const satisfies readonly AdminSection[];

export type AdminSectionId = (typeof adminSections)[number]['id'];

/** The sections that an account may open. */
export function findAdminSections(
  account: Pick<Actor, 'role' | 'rights'> | null,
): readonly AdminSection[] {
  return adminSections.filter(({ right }) =>
    right === null ? account?.role === 'admin' : hasRight(account, right),
  );
}
