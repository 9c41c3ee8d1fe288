import { isIPv4 } from 'node:net';

/**
 * The network of an IP address as sessions keep it: /24 of an IPv4 address, /48 of an IPv6 address. `address`
 * is an address of `RequestInfo`, so an IPv6 address is already a /64 network. Null for any other text.
 */
export function toSessionNetwork(address: string): string | null {
  if (isIPv4(address)) return address.replace(/\d+$/, '0/24');
  const [, first, second, third] =
    /^([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):[\da-f]{1,4}::\/64$/.exec(address) ?? [];
  return first && second && third ? `${first}:${second}:${third}::/48` : null;
}
