interface BodyEntry {
  bytes: number;
  release(): void;
  abort(): void;
}

interface AddressUsage {
  address: string;
  entries: Set<BodyEntry>;
  bytes: number;
}

/** The memory of one body while it arrives. */
export interface TrackedBody {
  /** Counts more bytes before they are allocated. This body or another one may then be aborted. */
  add(bytes: number): void;
  /** Releases the memory. It may be called more than once. */
  release(): void;
}

export interface BodyBudget {
  /** Starts to count a body. `abort` is called when the body must end because the budget is used up. */
  trackBody(address: string, abort: () => void): TrackedBody;
}

/**
 * Limits the memory of bodies that are still arriving, per IP address and in total. When an IP address
 * exceeds its limit, its largest body is aborted. When the total is exceeded, it is the largest body of
 * the IP address that uses most. Of equally large bodies, the newest is aborted. Ordinary forms are small
 * and arrive at once, so a stream of large bodies cannot displace them.
 */
export function createBodyBudget(limits: {
  perAddressBytes: number;
  totalBytes: number;
}): BodyBudget {
  const usageByAddress = new Map<string, AddressUsage>();
  let total = 0;

  function findLargestUsage(): AddressUsage | undefined {
    let largest: AddressUsage | undefined;
    for (const usage of usageByAddress.values()) {
      if (!largest || usage.bytes > largest.bytes) largest = usage;
    }
    return largest;
  }

  return {
    trackBody(address, abort) {
      const usage = usageByAddress.get(address) ?? { address, entries: new Set(), bytes: 0 };
      usageByAddress.set(address, usage);
      const entry: BodyEntry = { bytes: 0, abort, release };
      usage.entries.add(entry);

      function release(): void {
        if (!usage.entries.delete(entry)) return;
        usage.bytes -= entry.bytes;
        total -= entry.bytes;
        if (usage.entries.size === 0) usageByAddress.delete(address);
      }

      return {
        add(bytes) {
          if (!usage.entries.has(entry)) return;
          entry.bytes += bytes;
          usage.bytes += bytes;
          total += bytes;
          while (usage.bytes > limits.perAddressBytes) abortLargest(usage);
          while (total > limits.totalBytes) abortLargest(findLargestUsage());
        },
        release,
      };
    },
  };
}

function abortLargest(usage: AddressUsage | undefined): void {
  let largest: BodyEntry | undefined;
  for (const entry of usage?.entries ?? []) {
    if (!largest || entry.bytes >= largest.bytes) largest = entry;
  }
  largest?.release();
  largest?.abort();
}
