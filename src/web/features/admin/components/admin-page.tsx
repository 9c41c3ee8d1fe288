import type { ReactNode } from 'react';
import { SectionsPage } from '#web/ui/sections-page.tsx';

const sections = [{ id: 'games', label: 'Games', to: '/admin/games' }] as const;

interface AdminPageProps {
  current: (typeof sections)[number]['id'];
  children: ReactNode;
}

/** The frame of every page of the administration. */
export function AdminPage({ current, children }: AdminPageProps) {
  return (
    <SectionsPage title="Administration" sections={sections} current={current} width="wide">
      {children}
    </SectionsPage>
  );
}
