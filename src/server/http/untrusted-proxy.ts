import { BlockList, isIPv6 } from 'node:net';
import type { Services } from '../bootstrap/services.ts';

const forwardingHeaders = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'];

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/**
 * Warns once if requests seem to come through a proxy that is not configured. All clients of such a proxy
 * share the rate limits of one address.
 */
export function watchForUntrustedProxy({ config, log }: Pick<Services, 'config' | 'log'>) {
  let isWatching = config.TRUST_PROXY === 0;
  return (socketAddress: string, headers: Headers): void => {
    if (!isWatching) return;
    const header = forwardingHeaders.find((name) => headers.has(name));
    if (!header || !isPrivate(socketAddress)) return;
    isWatching = false;
    log.warn(
      { header, from: socketAddress },
      'a private address sent a forwarding header: behind a proxy set TRUST_PROXY to the number of proxies, or all its clients share the limits of one address',
    );
  };
}

function isPrivate(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
