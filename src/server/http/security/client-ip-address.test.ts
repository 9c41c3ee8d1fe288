import { describe, expect, it } from 'vitest';
import { getClientAddress, toCustomerNetwork, toNetwork } from './client-ip-address.ts';

describe('the client’s IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s counts as %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });

  it.each([
    ['192.0.2.9', '192.0.2.9'],
    ['2001:db8:7:1::/64', '2001:db8:7::/48'],
    ['2001:db8:7:ffff::/64', '2001:db8:7::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
  ])('of the network %s belongs to the customer %s', (network, customer) => {
    expect(toCustomerNetwork(network)).toBe(customer);
  });

  it('is never read from a header that no trusted proxy wrote', () => {
    expect(getClientAddress('192.0.2.9', '203.0.113.7', 0)).toBe('192.0.2.9');
  });

  it('is the entry of the outermost trusted proxy, whatever the client wrote before it', () => {
    const header = '1.1.1.1, 203.0.113.7, 198.51.100.1';
    expect(getClientAddress('192.0.2.9', header, 1)).toBe('198.51.100.1');
    expect(getClientAddress('192.0.2.9', header, 2)).toBe('203.0.113.7');
    expect(getClientAddress('192.0.2.9', null, 2)).toBe('192.0.2.9');
  });
});
