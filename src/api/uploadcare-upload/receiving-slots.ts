import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** One of the places for files that are being received. */
export interface Place {
  /** Counts the place for an account from now on. @throws Refusal `pictures-busy` where that has enough. */
  assignTo(userId: string): void;
  /** How much of the file has come. */
  note(bytes: number): void;
  /** Ends what is received: another file needs the place more. */
  signal: AbortSignal;
}

interface Taken {
  /** The address, or the account once it is known. */
  owner: string;
  bytes: number;
  since: number;
  end: AbortController;
}

/**
 * Whole files that are received on this node, so many at once and so many of them from one address or
 * account. Clients may send the file before its signature, so a place is given to anyone. When all are
 * taken, the owner with most of them gives one up to an owner with fewer, and the slowest file ends.
 */
export function createReceiving() {
  const places = new Set<Taken>();
  const of = (owner: string) => [...places].filter((place) => place.owner === owner);

  function give(owner: string): Taken {
    const own = of(owner);
    if (own.length >= uploadConstants.receivingPerAddress) freeSlow(own);
    else if (places.size >= uploadConstants.receivingMax) freeOfOwnerWithMost(own.length);
    const place = { owner, bytes: 0, since: performance.now(), end: new AbortController() };
    places.add(place);
    return place;
  }

  function freeSlow(own: readonly Taken[]): void {
    const slowest = slowestOf(own);
    const isSlow =
      ageOf(slowest) >= uploadConstants.slowAfterMs &&
      rateOf(slowest) < uploadConstants.slowBytesPerSecond;
    if (!isSlow) throw busy();
    free(slowest);
  }

  function freeOfOwnerWithMost(own: number): void {
    const most = Map.groupBy(places, ({ owner }) => owner)
      .values()
      .reduce((most, one) => (one.length > most.length ? one : most));
    if (most.length <= own + 1) throw busy();
    free(slowestOf(most));
  }

  function free(place: Taken): void {
    places.delete(place);
    place.end.abort(busy());
  }

  return {
    /** Does `work` in one of the places. @throws Refusal `pictures-busy` where none is left, or it is taken. */
    async enter<Result>(address: string, work: (place: Place) => Promise<Result>): Promise<Result> {
      const taken = give(address);
      try {
        return await work({
          assignTo(userId) {
            const owner = `account ${userId}`;
            if (of(owner).length >= uploadConstants.receivingPerAddress) throw busy();
            taken.owner = owner;
          },
          note(bytes) {
            taken.bytes = bytes;
          },
          signal: taken.end.signal,
        });
      } finally {
        places.delete(taken);
      }
    },
  };
}

const busy = () => new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs });
/** In milliseconds. */
const ageOf = ({ since }: Taken) => performance.now() - since;
/** Bytes a second. */
const rateOf = (place: Taken) => (place.bytes / Math.max(1, ageOf(place))) * 1000;

function slowestOf(places: readonly Taken[]): Taken {
  return places.reduce((slowest, one) => (rateOf(one) < rateOf(slowest) ? one : slowest));
}
