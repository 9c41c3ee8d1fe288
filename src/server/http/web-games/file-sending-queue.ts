import pLimit from 'p-limit';
import { AppError } from '#shared/errors/app-error.ts';

interface QueueLimits {
  sendingMax: number;
  sendingPerAccount: number;
  waitingPerAccount: number;
  retryMs: number;
}

/**
 * Limits how many files this process sends at once. Games load many files at the same time, so those of one account
 * wait for each other.
 */
export function createSendingQueue({
  sendingMax,
  sendingPerAccount,
  waitingPerAccount,
  retryMs,
}: QueueLimits) {
  const accounts = new Map<string, { run: ReturnType<typeof pLimit>; files: number }>();
  const busy = () => new AppError('downloads-busy', { retryAfterMs: retryMs });
  let sending = 0;

  /** Runs `open` and keeps its place until the function that it gets is called, or until it fails. */
  async function open<Opened>(
    work: (giveBack: () => void) => Promise<Opened>,
    { resolve, reject }: PromiseWithResolvers<Opened>,
  ): Promise<void> {
    if (sending >= sendingMax) {
      reject(busy());
      return;
    }
    sending += 1;
    const ended = Promise.withResolvers<void>();
    try {
      resolve(await work(ended.resolve));
      await ended.promise;
    } catch (error) {
      reject(error);
    } finally {
      sending -= 1;
    }
  }

  /**
   * Runs `work` when it is the turn of the account. `work` calls the function that it gets when the file was sent.
   * @throws AppError `downloads-busy`, and the errors of `work`.
   */
  return async function send<Opened>(
    accountId: string,
    work: (giveBack: () => void) => Promise<Opened>,
  ): Promise<Opened> {
    const account = accounts.get(accountId) ?? { run: pLimit(sendingPerAccount), files: 0 };
    if (account.files >= sendingPerAccount + waitingPerAccount) throw busy();
    accounts.set(accountId, account);
    account.files += 1;
    const opened = Promise.withResolvers<Opened>();
    void account
      .run(() => open(work, opened))
      .finally(() => {
        account.files -= 1;
        if (account.files === 0) accounts.delete(accountId);
      });
    return opened.promise;
  };
}
