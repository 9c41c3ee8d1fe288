import { describe, expect, test } from 'vitest';
import { routePaths } from '#test/fixtures/route-paths.ts';
import { isReservedUsername } from './reserved-usernames.ts';

describe('reserved usernames', () => {
  test('cover every literal segment where another route has a username', () => {
    const literals = routePaths
      .map((path) => path.split('/'))
      .filter(([first]) => first === 'profile' || first === 'chat')
      .flatMap(([, segment = '']) => segment)
      .filter((segment) => /^[a-z0-9][a-z0-9_-]{2,19}$/i.test(segment));
    expect(literals).toContain('edit');
    expect(literals.filter((segment) => !isReservedUsername(segment))).toEqual([]);
  });

  test.each(['admin', 'Moderator', 'PLAYER', 'guest', 'system', 'Guest-abc123', 'Edit'])(
    '%s is taken by the product itself',
    (name) => expect(isReservedUsername(name)).toBe(true),
  );

  test.each(['guesthouse', 'editor', 'wallet_'])('%s is free', (name) =>
    expect(isReservedUsername(name)).toBe(false),
  );
});
