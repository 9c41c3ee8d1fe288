import type { ComponentProps, ReactNode } from 'react';
import { useSentShare } from '#web/lib/actions/submit-files-to-server.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { PageBack } from '#web/ui/page.tsx';
import { SectionsPage } from '#web/ui/sections-page.tsx';
import { SendingProgress } from '#web/ui/sending-progress.tsx';
import { type AdminSectionId, findAdminSections } from '../admin-sections.ts';

interface AdminPageProps
  extends Pick<ComponentProps<typeof SectionsPage>, 'failure' | 'typedTexts'> {
  current: AdminSectionId | 'home';
  /** The heading of a page below a section, and the link to the page above. */
  title?: ReactNode;
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The frame of every page of the administration. */
export function AdminPage({ current, title, back, children, ...forms }: AdminPageProps) {
  const sentShare = useSentShare();
  const isAdmin = useViewer()?.role === 'admin';
  return (
    <SectionsPage
      {...forms}
      title="Administration"
      sections={[
        { id: 'home', label: 'Overview', to: '/admin' },
        ...findAdminSections({ isAdmin }),
      ]}
      current={current}
      width="wide"
    >
      {(title || back) && (
        <div className="min-w-0">
          {back && <PageBack {...back} />}
          {title && <h2 className="text-xl wrap-anywhere">{title}</h2>}
        </div>
      )}
      {children}
      {sentShare !== null && (
        <div className="sticky bottom-4 panel p-5">
          <SendingProgress share={sentShare} endText="Storing …" />
        </div>
      )}
    </SectionsPage>
  );
}
