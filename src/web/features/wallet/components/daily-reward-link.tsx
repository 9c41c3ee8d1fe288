import type { ComponentProps, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { openDailyReward } from './daily-reward-store.ts';

export const dailyRewardPath = '/daily-reward';

/** The `onClick` of a link to the daily reward: it opens the dialog over the page instead. */
export function useDailyRewardClick() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A menu gives the focus back to its button, where the dialog then leaves it.
    event.currentTarget.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
    openDailyReward().catch(() => navigate(dailyRewardPath));
  };
}

/** A link to the daily reward that opens its dialog over the page where scripts run. */
export function DailyRewardLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'onClick'>) {
  return <Link {...props} to={dailyRewardPath} onClick={useDailyRewardClick()} />;
}
