import { expect, test } from 'vitest';
import { DatabaseUrlError, parseDatabaseUrl } from './database-url.ts';

test('a database URL with several hosts becomes one URL for each', () => {
  const url = 'postgres://ada:p%40ss@a.example,b:5433,[::1]:5434/guildhall?sslmode=require';
  expect(parseDatabaseUrl(url)).toEqual([
    {
      name: 'a.example:5432',
      address: { host: 'a.example', port: 5432 },
      url: 'postgres://ada:p%40ss@a.example/guildhall?sslmode=require',
    },
    {
      name: 'b:5433',
      address: { host: 'b', port: 5433 },
      url: 'postgres://ada:p%40ss@b:5433/guildhall?sslmode=require',
    },
    {
      name: '[::1]:5434',
      address: { host: '::1', port: 5434 },
      url: 'postgres://ada:p%40ss@[::1]:5434/guildhall?sslmode=require',
    },
  ]);
});

test('a database URL without a host leads to a socket', () => {
  const url = 'postgresql://ada:secret@/guildhall?host=/run/postgresql';
  expect(parseDatabaseUrl(url)).toEqual([{ name: 'the socket', address: null, url }]);
});

test.each([
  ['mysql://a/guildhall', 'must be a URL'],
  ['postgres://ada:secret@a:5432,/guildhall', 'empty host'],
  ['postgres://ada:secret@a:5432,b:x/guildhall', 'name:port: b:x'],
  ['postgres://ada:secret@a:70000,b/guildhall', 'name:port: a:70000'],
  ['postgres://ada:secret@a,a:5432/guildhall', 'a:5432 twice'],
  ['postgres://ada:secret@a,b/guildhall?host=c', 'not as parameters'],
  ['postgres://ada:secret@/guildhall?host=a,b', 'before the database name'],
  ['postgres://ada:secret@a,b/guildhall?target_session_attrs=any', 'target_session_attrs'],
])('the database URL %s is rejected with the reason and without its password', (url, reason) => {
  expect(() => parseDatabaseUrl(url)).toThrow(DatabaseUrlError);
  expect(() => parseDatabaseUrl(url)).toThrow(reason);
  expect(() => parseDatabaseUrl(url)).not.toThrow('secret');
});
