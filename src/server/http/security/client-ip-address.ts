import { isIPv6 } from 'node:net';

/**
 * Reduces an IPv6 address to its /64 network, because one household or host can use all IP addresses of
 * a network. It runs for every request; decision record 030 says why it does not use ipaddr.js.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The network that one customer of a provider can have: for an IPv6 network its /48, with 65,536 of them. An IPv4
 * address is its own.
 */
export function toCustomerNetwork(address: string): string {
  if (!address.endsWith('::/64')) return address;
  return `${address.split(':').slice(0, 3).join(':')}::/48`;
}

/** How many budgets of each rate limit all /64 networks of one /48 share. */
export const budgetsOfCustomer = 8;

/**
 * What rate limits count as one address. The 65,536 /64 networks of an IPv6 customer share a few budgets, so that
 * a customer cannot multiply a limit; few neighbours of a provider that gives each household a /64 share one.
 */
export function toCountedAddress(address: string): string {
  const network = toCustomerNetwork(address);
  if (network === address) return address;
  const subnet = Number.parseInt(address.split(':')[3] ?? '', 16);
  return `${network} ${subnet % budgetsOfCustomer}`;
}

/**
 * The client's IP address: that of the socket. With `hops` trusted proxies it is the entry that the
 * outermost of them wrote into X-Forwarded-For; entries of the client itself are ignored.
 */
export function getClientAddress(socketAddress: string, forwardedFor: string | null, hops: number) {
  if (hops === 0 || !forwardedFor) return toNetwork(socketAddress);
  const entries = forwardedFor.split(',').map((entry) => entry.trim());
  return toNetwork(entries[Math.max(0, entries.length - hops)] || socketAddress);
}
