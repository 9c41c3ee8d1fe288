import type { RateLimiter, RateLimitName } from '#domain/accounts/rate-limiter.ts';
import { toCountedAddress } from '../http/security/client-ip-address.ts';

/** Makes the limits of an IP address count an IPv6 customer in few budgets. Others stay as they are. */
export function countCustomerNetworks(limiter: RateLimiter): RateLimiter {
  const toKey = (name: RateLimitName, key: string) =>
    /-by-(?:address|address-daily|key)$/.test(name) ? toCountedAddress(key) : key;
  return {
    take: (name, key) => limiter.take(name, toKey(name, key)),
    giveBack: (name, key) => limiter.giveBack(name, toKey(name, key)),
    reset: (name, key) => limiter.reset(name, toKey(name, key)),
  };
}
