import type { ReactNode } from 'react';
import { useViewer } from '#web/lib/root-data.ts';
import { SectionsPage } from '#web/ui/sections-page.tsx';
import { type AdminSectionId, findAdminSections } from '../admin-sections.ts';

interface AdminPageProps {
  current: AdminSectionId | 'home';
  children: ReactNode;
}

/** The frame of every page of the administration. */
export function AdminPage({ current, children }: AdminPageProps) {
  const isAdmin = useViewer()?.role === 'admin';
  return (
    <SectionsPage
      title="Administration"
      sections={[
        { id: 'home', label: 'Overview', to: '/admin' },
        ...findAdminSections({ isAdmin }),
      ]}
      current={current}
      width="wide"
    >
      {children}
    </SectionsPage>
  );
}
