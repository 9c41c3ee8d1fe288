// Similar names: cspell:ignore adrnin ypal hael sumrner rnichael wilhelrnina vvendy lsaac derator officia playerl dmin ragon ildcat ihelmina iice rtal
import { describe, expect, test } from 'vitest';
import { invisibleInNames, looksOfficial, toAsciiSkeleton } from './misleading-names.ts';

test.each([
  ['Alice', 'aIice'],
  ['Isaac', 'lsaac'],
  ['leo', 'Le0'],
  ['Player1', 'Playerl'],
  ['Summer', 'Sumrner'],
  ['wendy', 'vvendy'],
  ['ada_l', 'ada-l'],
])('%s and %s look alike', (one, other) => {
  expect(toAsciiSkeleton(other)).toBe(toAsciiSkeleton(one));
});

test.each([
  ['ali', 'all'],
  ['Tim', 'Tom'],
  ['Grace_1', 'Grace_2'],
])('%s and %s do not', (one, other) => {
  expect(toAsciiSkeleton(other)).not.toBe(toAsciiSkeleton(one));
});

describe('a name that looks official', () => {
  test.each([
    ...['admin', 'Adm1n', 'adrnin', 'ADMIN', 'admin7', 'admin_bob', 'the-moderator', 'M0derator'],
    ...['Guildhall', 'guildhall-team', 'GuildhallSupport', 'GuiIdhaII', 'root', 'r00t', 'support'],
    ...['Supp0rt', 'staff', '5taff', 'official', 'OfficiaI', 'help', 'webmaster', 'A d m i n'],
  ])('%s', (name) => expect(looksOfficial(name)).toBe(true));

  test.each([
    'Ada',
    'editor',
    'Badminton',
    'rooted',
    'Supporter',
    'guildmaster',
    'Player1',
    'helper',
  ])('is not %s', (name) => expect(looksOfficial(name)).toBe(false));
});

test.each([
  '\u3164',
  'A\u115fda',
  '\u2800',
  'Ada\u200b',
  'A\u200dda',
  'Ada\u202e',
  '\u034f',
  '\ufeffAda',
])('%j has invisible characters', (name) => expect(invisibleInNames.test(name)).toBe(true));

test.each(['Ada', 'José 😀', '👩‍👩‍👧', '❤️', '山田太郎', 'Иван', '👍🏽', '한글'])(
  '%j has not',
  (name) => expect(invisibleInNames.test(name)).toBe(false),
);
