import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let open = false;

function set(next: boolean) {
  open = next;
  for (const listener of listeners) listener();
}

/** The dialog's script, which most pages never need. */
export const loadDailyRewardDialog = () => import('./daily-reward-dialog.tsx');

/**
 * Opens the daily reward's dialog over the page once its script is there.
 * @throws what the import throws when the script cannot be loaded.
 */
export async function openDailyReward(): Promise<void> {
  await loadDailyRewardDialog();
  set(true);
}

export function closeDailyReward(): void {
  set(false);
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
