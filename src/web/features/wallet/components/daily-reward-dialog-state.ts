import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let open = false;

function setOpen(next: boolean) {
  open = next;
  for (const listener of listeners) listener();
}

/** Loads the dialog's script, which most pages never need. */
export const loadDailyRewardDialog = () => import('./daily-reward-dialog.tsx');

/**
 * Loads the script of the daily reward's dialog and opens the dialog.
 * @throws TypeError when the script cannot be loaded.
 */
export async function openDailyReward(): Promise<void> {
  await loadDailyRewardDialog();
  setOpen(true);
}

export function closeDailyReward(): void {
  setOpen(false);
}

/** Whether the dialog is open. */
export function useDailyRewardOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => false,
  );
}
