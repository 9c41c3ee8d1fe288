import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';
import { accountKeys } from '#web/lib/stored-values/account-keys.ts';
import {
  closeDailyReward,
  loadDailyRewardDialog,
  openDailyReward,
  useDailyRewardOpen,
} from './daily-reward-dialog-state.ts';

// Visitors, who get most of the pages, never need the dialog.
const DailyRewardDialog = lazy(loadDailyRewardDialog);

/** The daily reward's dialog. Any `DailyRewardLink` opens it; the shop opens it once a day. */
export function DailyRewardDialogLoader() {
  const reward = useRootData()?.dailyReward ?? null;
  const open = useDailyRewardOpen();
  const { revalidate } = useRevalidator();
  const [wasOpened, setWasOpened] = useState(false);
  useOpenOnceADay(reward && !reward.claimed ? reward.day : null);

  useEffect(() => {
    if (!open) return;
    setWasOpened(true);
    // A page that was open at midnight (UTC) still has yesterday's reward.
    if (reward && Date.now() >= Date.parse(reward.nextAt)) void revalidate();
  }, [open, reward, revalidate]);

  // It stays mounted once it was opened, as a dialog that is removed does not return the focus.
  if (!reward || !(open || wasOpened)) return null;
  return (
    <Suspense>
      <DailyRewardDialog reward={reward} open={open} onClose={closeDailyReward} />
    </Suspense>
  );
}

/** Opens the dialog on the shop once on `claimableDay` (UTC); null when nothing can be claimed. */
function useOpenOnceADay(claimableDay: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (claimableDay === null || pathname !== '/' || wasShown(claimableDay)) return;
    let cancelled = false;
    void loadDailyRewardDialog().then(
      () => {
        if (!cancelled && !isUserBusy() && !wasShown(claimableDay) && storeShown(claimableDay)) {
          void openDailyReward();
        }
      },
      // Without its script the dialog does not open; the card on the page links to the reward.
      () => {},
    );
    return () => {
      cancelled = true;
    };
  }, [claimableDay, pathname]);
}

const storageKey = accountKeys.rewardGreeted;

/** Whether this browser showed the dialog on that day; true without storage, so that it never opens. */
function wasShown(day: string): boolean {
  try {
    return localStorage.getItem(storageKey) === day;
  } catch {
    return true;
  }
}

/** Stores that the dialog was shown on that day; false without storage. */
function storeShown(day: string): boolean {
  try {
    localStorage.setItem(storageKey, day);
    return true;
  } catch {
    return false;
  }
}

/** Whether a dialog is open or the user is typing. */
function isUserBusy(): boolean {
  return (
    document.querySelector('dialog[open], :popover-open') !== null ||
    document.activeElement?.matches('input, textarea, select') === true
  );
}
