import type { ComponentProps, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { openDailyReward } from './daily-reward-dialog-state.ts';

export const dailyRewardPath = '/daily-reward';

/** The `onClick` of a link to the daily reward: it opens the dialog instead of the page. */
export function useDailyRewardClick() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Closing the menu first returns the focus to its button; the dialog later returns it there too.
    event.currentTarget.closest<HTMLElement>('[popover]:popover-open')?.hidePopover();
    openDailyReward().catch(() => navigate(dailyRewardPath));
  };
}

/** A link to the daily reward. Where scripts run, it opens the dialog over the page. */
export function DailyRewardLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'onClick'>) {
  return <Link {...props} to={dailyRewardPath} onClick={useDailyRewardClick()} />;
}
