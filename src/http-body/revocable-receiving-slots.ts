import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';

/** One of the slots for files that are being received. */
export interface ReceivingSlot {
  giveBack(): void;
  /** Counts the slot for an account from now on. @throws AppError `pictures-busy` if the account has too many. */
  assignToAccount(userId: string): void;
  /** Reports how many bytes of the file have arrived. */
  reportBytes(bytes: number): void;
  /** Aborted when the slot is given to another file. */
  signal: AbortSignal;
}

interface SlotLimits {
  total: number;
  /** Of an IP address or an account. */
  perOwner: number;
  /** The error for an owner who has as many as it can have. */
  ownerError: AppErrorCode;
}

interface UsedSlot {
  /** The IP address, or the account as soon as it is known. */
  owner: string;
  bytes: number;
  startedAt: number;
  abort: AbortController;
}

/** The owner of slots that are counted for an account. */
export const accountOwner = (userId: string) => `account ${userId}`;

/**
 * Limits how many whole files this node receives at once, in total and per IP address or account. Clients of the upload
 * API may send the file before its signature, so a slot can be used without one. When all slots are used, the owner with
 * the most slots loses the slot of its slowest file to an owner with fewer.
 */
export function createRevocableReceivingSlots({ total, perOwner, ownerError }: SlotLimits) {
  const slots = new Set<UsedSlot>();
  const listSlots = (owner: string) => [...slots].filter((slot) => slot.owner === owner);

  function allocate(owner: string): UsedSlot {
    const own = listSlots(owner);
    if (own.length >= perOwner) freeSlowSlot(own);
    else if (slots.size >= total) freeSlotOfLargestOwner(own.length);
    const slot = { owner, bytes: 0, startedAt: performance.now(), abort: new AbortController() };
    slots.add(slot);
    return slot;
  }

  function freeSlowSlot(own: readonly UsedSlot[]): void {
    const slowest = findSlowest(own);
    const isSlow =
      getAge(slowest) >= uploadConstants.slowAfterMs &&
      getRate(slowest) < uploadConstants.slowBytesPerSecond;
    if (!isSlow) throw createBusyError(ownerError);
    free(slowest);
  }

  function freeSlotOfLargestOwner(ownCount: number): void {
    const most = Map.groupBy(slots, ({ owner }) => owner)
      .values()
      .reduce((most, one) => (one.length > most.length ? one : most));
    if (most.length <= ownCount + 1) throw createBusyError();
    free(findSlowest(most));
  }

  function free(slot: UsedSlot): void {
    slots.delete(slot);
    slot.abort.abort(createBusyError());
  }

  return {
    /** Takes a slot for `owner`. @throws AppError `pictures-busy` if none is free, or the error for this owner. */
    take(owner: string): ReceivingSlot {
      const used = allocate(owner);
      return {
        giveBack: () => void slots.delete(used),
        assignToAccount(userId) {
          const account = accountOwner(userId);
          if (listSlots(account).length >= perOwner) throw createBusyError(ownerError);
          used.owner = account;
        },
        reportBytes(bytes) {
          used.bytes = bytes;
        },
        signal: used.abort.signal,
      };
    },
  };
}

const createBusyError = (code: AppErrorCode = 'pictures-busy') =>
  new AppError(code, { retryAfterMs: uploadConstants.retryMs });
/** In milliseconds. */
const getAge = ({ startedAt }: UsedSlot) => performance.now() - startedAt;
/** In bytes per second. */
const getRate = (slot: UsedSlot) => (slot.bytes / Math.max(1, getAge(slot))) * 1000;

function findSlowest(slots: readonly UsedSlot[]): UsedSlot {
  return slots.reduce((slowest, one) => (getRate(one) < getRate(slowest) ? one : slowest));
}
