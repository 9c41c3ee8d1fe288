import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';

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
  { id: 'data', label: 'Data', to: '/settings/data', onlyPlayers: false },
] as const;

type SettingsSection = (typeof sections)[number]['id'];

interface SettingsPageProps {
  current: SettingsSection;
  children: ReactNode;
}

/** The frame of every page of the settings: the heading, links to all sections, and the current section. */
export function SettingsPage({ current, children }: SettingsPageProps) {
  return (
    <Page width="article">
      <PageHeader title="Settings" back={{ to: '/profile', label: 'Back to profile' }} />
      <div className="grid gap-8 lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-12">
        <SettingsNavigation current={current} />
        <div className="grid min-w-0 content-start gap-8">{children}</div>
      </div>
    </Page>
  );
}

/** Links to the sections: a column beside the page, on a phone a row that scrolls. */
function SettingsNavigation({ current }: { current: SettingsSection }) {
  const isGuest = useViewer()?.role === 'guest';
  return (
    <nav
      aria-label="Settings"
      className="max-lg:-mx-4 max-lg:snap-x max-lg:snap-mandatory max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-2 max-lg:sm:-mx-8 max-lg:sm:px-6"
    >
      <ul className="flex w-max lg:sticky lg:top-24 lg:w-auto lg:flex-col lg:gap-1">
        {sections
          .filter(({ onlyPlayers }) => !(isGuest && onlyPlayers))
          .map(({ id, label, to }) => (
            <li key={id} className={id === current ? 'initially-in-view' : undefined}>
              <Link
                to={to}
                prefetch="intent"
                aria-current={id === current ? 'page' : undefined}
                className="inline-flex min-h-11 items-center px-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink max-lg:border-b-2 max-lg:border-transparent lg:w-full lg:rounded-md lg:hover:bg-line aria-[current=page]:text-ink max-lg:aria-[current=page]:border-accent lg:aria-[current=page]:bg-accent-wash lg:aria-[current=page]:text-accent-ink"
              >
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
