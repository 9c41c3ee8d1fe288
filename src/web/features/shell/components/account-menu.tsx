import {
  Backpack,
  Bell,
  ChevronDown,
  Flag,
  Gift,
  Layers,
  type LucideIcon,
  Settings,
  SlidersHorizontal,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { dailyRewardPath, useDailyRewardClick } from '#web/features/wallet/public.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useViewer } from '#web/lib/root-data.ts';
import { friendsPath } from '#web/paths/friends.ts';
import { HeaderMenu } from './header-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface MenuEntry {
  to: string;
  label: string;
  icon: LucideIcon;
}

function menuEntries(username: string): MenuEntry[] {
  return [
    { to: '/profile', label: 'Profile', icon: UserRound },
    { to: `/profile/${username}/inventory`, label: 'Inventory', icon: Backpack },
    { to: '/collection', label: 'Collection', icon: Layers },
    { to: friendsPath(username), label: 'Friends', icon: Users },
    { to: '/profile/wallet', label: 'Wallet', icon: Wallet },
    { to: '/profile/notification', label: 'Notifications', icon: Bell },
    { to: dailyRewardPath, label: 'Daily reward', icon: Gift },
    { to: '/settings', label: 'Settings', icon: Settings },
  ];
}

/** The menu beside the profile link: the player's pages and the theme. */
export function AccountMenu({ username }: { username: string }) {
  const viewer = useViewer();
  const mayAdminister =
    viewer?.role === 'admin' || viewer?.rights.some((right) => right !== 'moderate');
  const { pathname } = useLocation();
  const openReward = useDailyRewardClick();
  const entries = menuEntries(username);
  if (viewer?.role === 'admin' || viewer?.role === 'moderator') {
    entries.push({ to: '/moderation', label: 'Moderation', icon: Flag });
  }
  if (mayAdminister) {
    entries.push({ to: '/admin', label: 'Administration', icon: SlidersHorizontal });
  }
  // The profile has a link of its own in the bar, which is highlighted there.
  const isCurrent = entries.some(({ to }) => to !== '/profile' && pathname.startsWith(to));
  return (
    <HeaderMenu
      label="Your menu"
      icon={<ChevronDown aria-hidden className="size-5" />}
      isCurrent={isCurrent}
      className="w-9 justify-center"
    >
      <ul aria-label="Yours" className="mb-3 grid gap-1 max-lg:grid-cols-2 sm:max-lg:grid-cols-4">
        {entries.map(({ to, label, icon: Icon }) => (
          <CachedMarkup
            as="li"
            key={to}
            inputs={[
              'account menu',
              to,
              label,
              pathname.toLowerCase().startsWith(to.toLowerCase()) && pathname,
            ]}
          >
            {() => (
              <NavLink
                to={to}
                end={to === '/profile'}
                prefetch={to === dailyRewardPath ? 'none' : 'intent'}
                onClick={to === dailyRewardPath ? openReward : undefined}
                className="flex min-h-11 items-center gap-3 rounded-md px-3 font-medium text-muted transition-colors hover:bg-line hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-ink max-lg:hover:bg-raised"
              >
                <Icon aria-hidden className="size-5 shrink-0" />
                {label}
              </NavLink>
            )}
          </CachedMarkup>
        ))}
      </ul>
      <ThemeSwitch />
    </HeaderMenu>
  );
}
