interface Place {
  bytes: number;
  end(): void;
  cut(): void;
}

interface Account {
  address: string;
  places: Set<Place>;
  bytes: number;
}

/** The memory that one body takes while it arrives. */
export interface BodyMemory {
  /** Counts so many bytes more, before they are taken. This body, or another one, may then be cut. */
  add(bytes: number): void;
  /** Gives the memory back; may be called more than once. */
  end(): void;
}

export interface BodyBudget {
  /** Begins to count a body. `cut` is called when it has to end because there is too much of others. */
  begin(address: string, cut: () => void): BodyMemory;
}

/**
 * Bounds the memory that bodies take until they have arrived, for each address and for all. Where there
 * is too much, the largest body of the address with most is cut, the newest of equals: ordinary forms are
 * small and arrive at once, and a stream of large ones takes no memory beyond that of the first.
 */
export function createBodyBudget(limits: {
  perAddressBytes: number;
  inAllBytes: number;
}): BodyBudget {
  const accounts = new Map<string, Account>();
  let all = 0;

  function accountWithMost(): Account | undefined {
    let most: Account | undefined;
    for (const account of accounts.values()) {
      if (!most || account.bytes > most.bytes) most = account;
    }
    return most;
  }

  return {
    begin(address, cut) {
      const account = accounts.get(address) ?? { address, places: new Set(), bytes: 0 };
      accounts.set(address, account);
      const place: Place = { bytes: 0, cut, end };
      account.places.add(place);

      function end(): void {
        if (!account.places.delete(place)) return;
        account.bytes -= place.bytes;
        all -= place.bytes;
        if (account.places.size === 0) accounts.delete(address);
      }

      return {
        add(bytes) {
          if (!account.places.has(place)) return;
          place.bytes += bytes;
          account.bytes += bytes;
          all += bytes;
          while (account.bytes > limits.perAddressBytes) cutLargest(account);
          while (all > limits.inAllBytes) cutLargest(accountWithMost());
        },
        end,
      };
    },
  };
}

function cutLargest(account: Account | undefined): void {
  let largest: Place | undefined;
  for (const place of account?.places ?? []) {
    if (!largest || place.bytes >= largest.bytes) largest = place;
  }
  largest?.end();
  largest?.cut();
}
