/** Counts by IP address. An IP address whose count is back at zero takes no memory. */
export class IpAddressCounts {
  readonly #counts = new Map<string, number>();

  of(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(address: string, by: 1 | -1): void {
    const count = this.of(address) + by;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}
