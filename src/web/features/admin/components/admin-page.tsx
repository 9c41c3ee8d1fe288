import type { ReactNode } from 'react';
import { useViewer } from '#web/lib/viewer.ts';
import { SectionsPage } from '#web/ui/sections-page.tsx';

/** The sections of the administration. Catalog editors see only those that are not `onlyAdmins`. */
const sections = [
  { id: 'games', label: 'Games', to: '/admin/games', onlyAdmins: false },
  { id: 'registration', label: 'Registration', to: '/admin/registration', onlyAdmins: true },
] as const;

interface AdminPageProps {
  current: (typeof sections)[number]['id'];
  children: ReactNode;
}

/** The frame of every page of the administration. */
export function AdminPage({ current, children }: AdminPageProps) {
  const isAdmin = useViewer()?.role === 'admin';
  return (
    <SectionsPage
      title="Administration"
      sections={sections.filter(({ onlyAdmins }) => isAdmin || !onlyAdmins)}
      current={current}
      width="wide"
    >
      {children}
    </SectionsPage>
  );
}
