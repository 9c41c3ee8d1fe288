import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** In IPv6 only this range is assigned to public machines. */
const globalV6 = ipaddr.parseCIDR('2000::/3');
/** IPv6-only networks reach IPv4 machines under this prefix, by the last 32 bits of the IP address. */
const translatedV4 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address belongs to the public internet, by IANA's registries of special-purpose IP addresses;
 * false when it is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  // The library parses forms like 0x7f.1, and Node parses zones like %eth0.1, which the other does not.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  if (parsed.match(translatedV4)) {
    return ipaddr.fromByteArray(parsed.toByteArray().slice(12)).range() === 'unicast';
  }
  return parsed.match(globalV6) && parsed.range() === 'unicast';
}

/** The name has an IP address that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A DNS lookup for outgoing connections. It fails with `PrivateAddressError` when any IP address of
 * the name is not public. The connection uses the returned IP address, so that a name that changes its
 * answer gains nothing. Node does not call it for IP addresses in the URL.
 */
export function createPublicLookup(lookup: Lookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(
          new PrivateAddressError('the name leads to an IP address that is not public'),
          [],
        );
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
