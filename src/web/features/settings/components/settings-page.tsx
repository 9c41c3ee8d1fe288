import type { ComponentProps, ReactNode } from 'react';
import { useViewer } from '#web/lib/root-data.ts';
import { SectionsPage } from '#web/ui/sections-page.tsx';

/** The sections of the settings. Guests see only those that are not `onlyPlayers`. */
const sections = [
  { id: 'general', label: 'General', to: '/settings', onlyPlayers: false },
  { id: 'account', label: 'Account', to: '/settings/account', onlyPlayers: true },
  { id: 'security', label: 'Sign-in', to: '/settings/security', onlyPlayers: true },
  {
    id: 'applications',
    label: 'Applications',
    to: '/settings/applications',
    onlyPlayers: true,
  },
  { id: 'privacy', label: 'Privacy', to: '/settings/privacy', onlyPlayers: false },
  {
    id: 'notifications',
    label: 'Notifications',
    to: '/settings/notifications',
    onlyPlayers: true,
  },
  { id: 'moderation', label: 'Moderation', to: '/settings/moderation', onlyPlayers: false },
  { id: 'data', label: 'Data', to: '/settings/data', onlyPlayers: false },
] as const;

type SettingsSection = (typeof sections)[number]['id'];

interface SettingsPageProps extends Pick<ComponentProps<typeof SectionsPage>, 'failure'> {
  current: SettingsSection;
  children: ReactNode;
}

/** The frame of every page of the settings. */
export function SettingsPage({ current, failure, children }: SettingsPageProps) {
  const isGuest = useViewer()?.role === 'guest';
  return (
    <SectionsPage
      title="Settings"
      label="Settings"
      sections={sections.filter(({ onlyPlayers }) => !(isGuest && onlyPlayers))}
      current={current}
      failure={failure}
    >
      {children}
    </SectionsPage>
  );
}
