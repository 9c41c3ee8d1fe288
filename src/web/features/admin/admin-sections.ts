import {
  ChartColumn,
  Gamepad2,
  Gift,
  type LucideIcon,
  ScrollText,
  Server,
  Store,
  Ticket,
  Users,
} from 'lucide-react';

export interface AdminSection {
  id: string;
  label: string;
  to: string;
  icon: LucideIcon;
  /** What one can do there, for the home page. */
  about: string;
  /** Whether it does not exist for catalog editors. */
  onlyAdmins: boolean;
}

/** The sections of the administration, in the order of the navigation. */
export const adminSections = [
  {
    id: 'site',
    label: 'Site',
    to: '/admin/site',
    icon: Store,
    about: 'Name, texts and colours, parts, prices, limits and odds.',
    onlyAdmins: true,
  },
  {
    id: 'games',
    label: 'Games',
    to: '/admin/games',
    icon: Gamepad2,
    about: 'Which games the shop has; games of this site, with their pictures, prices and sales.',
    onlyAdmins: false,
  },
  {
    id: 'people',
    label: 'People',
    to: '/admin/people',
    icon: Users,
    about: 'Who is there, the role of an admin, and help for owners of accounts.',
    onlyAdmins: true,
  },
  {
    id: 'registration',
    label: 'Registration',
    to: '/admin/registration',
    icon: Ticket,
    about: 'Who can register, and invitations.',
    onlyAdmins: true,
  },
  {
    id: 'codes',
    label: 'Codes',
    to: '/admin/codes',
    icon: Gift,
    about: 'Codes for money, games, cards and invitations, to print and to withdraw.',
    onlyAdmins: true,
  },
  {
    id: 'economy',
    label: 'Economy',
    to: '/admin/economy',
    icon: ChartColumn,
    about: 'Players, money and cards in numbers, grants and fines, and the nightly audit.',
    onlyAdmins: true,
  },
  {
    id: 'system',
    label: 'System',
    to: '/admin/system',
    icon: Server,
    about: 'Version, processes, jobs, mails, other services and backups.',
    onlyAdmins: true,
  },
  {
    id: 'log',
    label: 'Log',
    to: '/admin/log',
    icon: ScrollText,
    about: 'What catalog editors and admins changed of games, settings and invitations, and when.',
    onlyAdmins: true,
  },
] as const satisfies readonly AdminSection[];

export type AdminSectionId = (typeof adminSections)[number]['id'];

/** The sections that an account may open. */
export function findAdminSections({ isAdmin }: { isAdmin: boolean }): readonly AdminSection[] {
  return adminSections.filter(({ onlyAdmins }) => isAdmin || !onlyAdmins);
}
