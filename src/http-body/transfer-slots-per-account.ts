import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';

interface SlotLimits {
  total: number;
  perAccount: number;
  retryMs: number;
  /** The errors when all slots are taken, and when the account has as many as it can have. */
  errors: { full: AppErrorCode; account: AppErrorCode };
}

/** Takes a slot. Its `giveBack` can be called again. @throws AppError */
type TakeSlot = (accountId: string) => { giveBack: () => void };

/** Limits how many files this process sends or receives at once, in total and for each account. */
export function createTransferSlotsPerAccount({
  total,
  perAccount,
  retryMs,
  errors,
}: SlotLimits): TakeSlot {
  const used = new Map<string, number>();
  let all = 0;

  return (accountId) => {
    const own = used.get(accountId) ?? 0;
    if (own >= perAccount) throw new AppError(errors.account, { retryAfterMs: retryMs });
    if (all >= total) throw new AppError(errors.full, { retryAfterMs: retryMs });
    used.set(accountId, own + 1);
    all += 1;
    let isTaken = true;
    const giveBack = () => {
      if (!isTaken) return;
      isTaken = false;
      all -= 1;
      const left = (used.get(accountId) ?? 1) - 1;
      if (left === 0) used.delete(accountId);
      else used.set(accountId, left);
    };
    return { giveBack };
  };
}
