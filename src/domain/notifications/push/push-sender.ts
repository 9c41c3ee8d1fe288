import { pushConstants } from '#shared/constants/notifications/push.ts';
import { type ClaimedPush, claimPushes } from './claim-pushes.ts';
import { readPushKeys } from './push-keys.ts';
import { type SendCtx, sendPush } from './send-push.ts';

export interface PushSender {
  /**
   * Begins to send the pushes that are due, also while an earlier call still works. Never throws: what was not
   * sent is tried again.
   */
  run(): Promise<void>;
  /** Waits for the pushes that are being sent. */
  settle(): Promise<void>;
}

/**
 * Sends pushes. Browsers whose last push failed have a lane of their own, so that a push service that answers
 * late or never delays nobody else.
 */
export function createPushSender(ctx: SendCtx): PushSender {
  const lanes = [
    createLane(ctx, { isFailing: false, max: pushConstants.atOnce }),
    createLane(ctx, { isFailing: true, max: pushConstants.failingAtOnce }),
  ];
  return {
    async run() {
      await Promise.all(lanes.map((lane) => lane.run()));
    },
    async settle() {
      await Promise.all(lanes.map((lane) => lane.settle()));
    },
  };
}

function createLane(
  ctx: SendCtx,
  { isFailing, max }: { isFailing: boolean; max: number },
): PushSender {
  const sending = new Set<Promise<void>>();
  let claiming: Promise<void> | null = null;

  async function claimAll(): Promise<void> {
    const keys = await readPushKeys(ctx);
    // Without them nothing can be sent, which the start has logged.
    if (!keys) return;
    for (;;) {
      if (sending.size >= max) await Promise.race(sending);
      const free = max - sending.size;
      const claimed = await claimPushes(ctx, { isFailing, limit: free });
      for (const push of claimed) begin(push, sendPush(ctx, keys, push));
      if (claimed.length < free) return;
    }
  }

  function begin(push: ClaimedPush, work: Promise<void>): void {
    const sent = work
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, push: push.id }, 'a push failed; it is tried again');
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  return {
    run() {
      claiming ??= claimAll()
        .catch((error: unknown) => {
          ctx.log.warn({ err: error }, 'pushes could not be read');
        })
        .finally(() => {
          claiming = null;
        });
      return claiming;
    },
    async settle() {
      await claiming;
      await Promise.all(sending);
    },
  };
}
