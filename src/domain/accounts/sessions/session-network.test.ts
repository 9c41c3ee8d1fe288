import { expect, test } from 'vitest';
import { toNetwork } from '#server/http/security/client-ip-address.ts';
import { toSessionNetwork } from './session-network.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', null],
])('a session keeps of the address %s only its network', (address, network) => {
  expect(toSessionNetwork(toNetwork(address))).toBe(network);
});
