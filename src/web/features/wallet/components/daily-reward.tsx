import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useRootData } from '#web/lib/viewer.ts';
import {
  closeDailyReward,
  loadDailyRewardDialog,
  openDailyReward,
  useDailyRewardOpen,
} from './daily-reward-store.ts';

// Visitors, who get most of the pages, never need it.
const DailyRewardDialog = lazy(loadDailyRewardDialog);

/** The daily reward's dialog, which any `DailyRewardLink` opens; on the shop it greets once a day. */
export function DailyReward() {
  const reward = useRootData()?.dailyReward ?? null;
  const open = useDailyRewardOpen();
  const { revalidate } = useRevalidator();
  const [used, setUsed] = useState(false);
  useGreeting(reward && !reward.claimed ? reward.day : null);

  useEffect(() => {
    if (!open) return;
    setUsed(true);
    // A page that stayed open over midnight (UTC) still has yesterday's.
    if (reward && Date.now() >= Date.parse(reward.nextAt)) void revalidate();
  }, [open, reward, revalidate]);

  // Once opened it stays, as a dialog that is taken away gives no focus back.
  if (!reward || !(open || used)) return null;
  return (
    <Suspense>
      <DailyRewardDialog reward={reward} open={open} onClose={closeDailyReward} />
    </Suspense>
  );
}

/** Opens the dialog on the shop, once on the UTC day `claimable`; null while nothing can be claimed. */
function useGreeting(claimable: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (claimable === null || pathname !== '/' || wasGreeted(claimable)) return;
    let left = false;
    void loadDailyRewardDialog().then(
      () => {
        if (!left && !isDisturbing() && !wasGreeted(claimable) && noteGreeted(claimable)) {
          void openDailyReward();
        }
      },
      // Without its script it does not greet; the card on the page leads there.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [claimable, pathname]);
}

const greeted = 'reward-greeted';

/** Whether this browser greeted on that day; where nothing can be stored, it never does. */
function wasGreeted(day: string): boolean {
  try {
    return localStorage.getItem(greeted) === day;
  } catch {
    return true;
  }
}

/** Remembers that it greets on that day; false where nothing can be stored. */
function noteGreeted(day: string): boolean {
  try {
    localStorage.setItem(greeted, day);
    return true;
  } catch {
    return false;
  }
}

/** Whether another dialog is open or something is being typed. */
function isDisturbing(): boolean {
  return (
    document.querySelector('dialog[open], :popover-open') !== null ||
    document.activeElement?.matches('input, textarea, select') === true
  );
}
