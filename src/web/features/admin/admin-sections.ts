export interface AdminSection {
  id: string;
  label: string;
  to: string;
  /** Whether it does not exist for catalog editors. */
  onlyAdmins: boolean;
}

/** The sections of the administration, in the order of the navigation. */
export const adminSections = [
  {
    id: 'health',
    label: 'Health',
    to: '/admin/health',
    onlyAdmins: true,
  },
  {
    id: 'site',
    label: 'Site',
    to: '/admin/site',
    onlyAdmins: true,
  },
  {
    id: 'games',
    label: 'Games',
    to: '/admin/games',
    onlyAdmins: false,
  },
  {
    id: 'people',
    label: 'People',
    to: '/admin/people',
    onlyAdmins: true,
  },
  {
    id: 'groups',
    label: 'Groups',
    to: '/admin/groups',
    onlyAdmins: true,
  },
  {
    id: 'registration',
    label: 'Registration',
    to: '/admin/registration',
    onlyAdmins: true,
  },
  {
    id: 'codes',
    label: 'Codes',
    to: '/admin/codes',
    onlyAdmins: true,
  },
  {
    id: 'economy',
    label: 'Economy',
    to: '/admin/economy',
    onlyAdmins: true,
  },
  {
    id: 'backups',
    label: 'Backups',
    to: '/admin/backups',
    onlyAdmins: true,
  },
  {
    id: 'system',
    label: 'System',
    to: '/admin/system',
    onlyAdmins: true,
  },
  {
    id: 'settings',
    label: 'Settings',
    to: '/admin/settings',
    onlyAdmins: true,
  },
  {
    id: 'log',
    label: 'Log',
    to: '/admin/log',
    onlyAdmins: true,
  },
] as const satisfies readonly AdminSection[];

export type AdminSectionId = (typeof adminSections)[number]['id'];

/** The sections that an account may open. */
export function findAdminSections({ isAdmin }: { isAdmin: boolean }): readonly AdminSection[] {
  return adminSections.filter(({ onlyAdmins }) => isAdmin || !onlyAdmins);
}
