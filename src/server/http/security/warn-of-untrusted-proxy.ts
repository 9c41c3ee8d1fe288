import ipaddr from 'ipaddr.js';
import type { Services } from '#server/bootstrap/services.ts';

const forwardingHeaders = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'];

const privateRanges = ['private', 'carrierGradeNat', 'loopback', 'linkLocal', 'uniqueLocal'];

/**
 * Warns once if requests seem to come through a proxy that is not configured. All clients of such a proxy
 * share the rate limits of one IP address.
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
  return ipaddr.isValid(address) && privateRanges.includes(ipaddr.process(address).range());
}
