import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The networks that are not public, by IANA's registries of special-purpose addresses. */
const specialNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const specialV4 = blockListOf('ipv4', specialNetworks);

/**
 * In IPv6 only this range is assigned to public machines: loopback, private, link-local, multicast
 * and mapped addresses are outside of it. A rule for ::ffff:0:0/96 would make the list match every
 * IPv4 address.
 */
const globalV6 = blockListOf('ipv6', ['2000::/3']);
const specialV6 = blockListOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/**
 * The prefix under which IPv6-only networks reach IPv4 machines, whose address is in the last 32
 * bits.
 */
const translated = blockListOf('ipv6', ['64:ff9b::/96']);
const specialTranslated = blockListOf(
  'ipv6',
  specialNetworks.map((network) => {
    const [address, bits] = network.split('/');
    return `64:ff9b::${address}/${96 + Number(bits)}`;
  }),
);

function blockListOf(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address belongs to the public internet; false when it is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !specialV4.check(address, 'ipv4');
  if (family === 6) {
    if (translated.check(address, 'ipv6')) return !specialTranslated.check(address, 'ipv6');
    return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
  }
  return false;
}

/** The name has an address that is not public. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A DNS lookup for outgoing connections. It fails with `PrivateAddressError` when any address of
 * the name is not public. The connection uses the returned address, so that a name that changes its
 * answer gains nothing. Node does not call it for IP addresses in the URL.
 */
export function createPublicLookup(lookup: Lookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(
          new PrivateAddressError('the name leads to an address that is not public'),
          [],
        );
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
