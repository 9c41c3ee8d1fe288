import { describe, expect, test } from 'vitest';
import { asciiSkeleton, speaksForCommunity, unseenInNames } from './names.ts';

test.each([
  ['Alice', 'aIice'],
  ['Isaac', 'lsaac'],
  ['leo', 'Le0'],
  ['Player1', 'Playerl'],
  ['Summer', 'Sumrner'],
  ['wendy', 'vvendy'],
  ['ada_l', 'ada-l'],
])('%s and %s look alike', (one, other) => {
  expect(asciiSkeleton(other)).toBe(asciiSkeleton(one));
});

test.each([
  ['ali', 'all'],
  ['Tim', 'Tom'],
  ['Grace_1', 'Grace_2'],
])('%s and %s do not', (one, other) => {
  expect(asciiSkeleton(other)).not.toBe(asciiSkeleton(one));
});

describe('a name that speaks for the community', () => {
  test.each([
    ...['admin', 'Adm1n', 'adrnin', 'ADMIN', 'admin7', 'admin_bob', 'the-moderator', 'M0derator'],
    ...['Guildhall', 'guildhall-team', 'GuildhallSupport', 'GuiIdhaII', 'root', 'r00t', 'support'],
    ...['Supp0rt', 'staff', '5taff', 'official', 'OfficiaI', 'help', 'webmaster', 'A d m i n'],
  ])('%s', (name) => expect(speaksForCommunity(name)).toBe(true));

  test.each([
    'Ada',
    'editor',
    'Badminton',
    'rooted',
    'Supporter',
    'guildmaster',
    'Player1',
    'helper',
  ])('is not %s', (name) => expect(speaksForCommunity(name)).toBe(false));
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
])('%j has what nobody can see', (name) => expect(unseenInNames.test(name)).toBe(true));

test.each(['Ada', 'José 😀', '👩‍👩‍👧', '❤️', '山田太郎', 'Иван', '👍🏽', '한글'])(
  '%j has not',
  (name) => expect(unseenInNames.test(name)).toBe(false),
);
