import type { ComponentProps, ReactNode } from 'react';
import { useSentShare } from '#web/lib/actions/submit-files-to-server.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { SectionsPage } from '#web/ui/sections-page.tsx';
import { SendingProgress } from '#web/ui/sending-progress.tsx';
import { type AdminSectionId, findAdminSections } from '../admin-sections.ts';

interface AdminPageProps
  extends Pick<ComponentProps<typeof SectionsPage>, 'failure' | 'typedTexts' | 'actions' | 'back'> {
  current: AdminSectionId | 'home';
  /** The heading; by default the name of the section. A page below a section has a link `back`. */
  title?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of the administration. */
export function AdminPage({ current, title, children, ...frame }: AdminPageProps) {
  const sentShare = useSentShare();
  const sections = findAdminSections(useViewer());
  return (
    <SectionsPage
      {...frame}
      title={title ?? sections.find(({ id }) => id === current)?.label ?? 'Administration'}
      label="Administration"
      sections={[{ id: 'home', label: 'Overview', to: '/admin' }, ...sections]}
      current={current}
      width="wide"
    >
      {children}
      {sentShare !== null && (
        <div className="sticky bottom-4 panel p-5">
          <SendingProgress share={sentShare} endText="Storing …" />
        </div>
      )}
    </SectionsPage>
  );
}
