import { expect, test } from 'vitest';
import { isNewerVersion, parseVersion } from './semver.ts';

test('versions are compared as semver.org says', () => {
  const ascending = [
    '0.2.9',
    '0.2.10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '2.0.0',
  ];
  for (const [index, version] of ascending.entries()) {
    for (const [other, than] of ascending.entries()) {
      expect([version, than, isNewerVersion(version, than)]).toEqual([
        version,
        than,
        index > other,
      ]);
    }
  }
  expect(isNewerVersion('1.0.0+build.2', '1.0.0+build.1')).toBe(false);
});

test('nothing else is a version', () => {
  expect(parseVersion('v1.2.3')).toBe('1.2.3');
  for (const text of ['', '1.2', '1.2.3.4', '01.2.3', '1.2.3 <b>', `1.2.3-${'a'.repeat(60)}`]) {
    expect(parseVersion(text)).toBe(null);
  }
});
