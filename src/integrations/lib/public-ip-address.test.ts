import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createPublicLookup, isPublicAddress, type Lookup } from './public-ip-address.ts';

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1'],
  ...['127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8'],
  ...['192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.7', '203.0.113.7', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ...['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::169.254.169.254', '64:ff9b::'],
  ...[
    '64:ff9b::c0a8:101',
    '64:ff9b:0:0:0:1:808:808',
    '64:ff9b:1::1',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
  ],
  ...[
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fe80::1%eth0.1',
  ],
  ...['fec0::1', 'ff02::1', 'localhost', ''],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '100.63.255.255', '100.128.0.1', '172.32.0.1'],
  ...['192.167.1.1', '223.255.255.255', '2606:4700::1111', '2a00:1450::1', '2001:4860::8888'],
  ...['64:ff9b::8.8.8.8', '64:ff9b::808:808', '64:ff9b:0:0:0:0:101:101'],
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe('the lookup of a name for a connection', () => {
  const answering = (...addresses: string[]): Lookup => {
    return (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
  const look = (lookup: Lookup, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      createPublicLookup(lookup)('pictures.example', { all }, (error, found) =>
        error ? reject(error) : resolve(found),
      );
    });

  test('gives the public IP addresses in the requested form', async () => {
    const lookup = answering('8.8.8.8', '2606:4700::1111');
    expect(await look(lookup, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await look(lookup, false)).toBe('8.8.8.8');
  });

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1']], [[]]])(
    'fails when the name has the IP addresses %j',
    async (addresses) => {
      await expect(look(answering(...addresses), true)).rejects.toThrow('not public');
      await expect(look(answering(...addresses), false)).rejects.toThrow('not public');
    },
  );

  test('passes on the error for an unknown name', async () => {
    const lookup: Lookup = (_name, _options, callback) => callback(new Error('ENOTFOUND'), []);
    await expect(look(lookup, true)).rejects.toThrow('ENOTFOUND');
  });
});
