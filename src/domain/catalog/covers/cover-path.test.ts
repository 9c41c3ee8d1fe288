import { describe, expect, it } from 'vitest';
import { coverSrcSet } from '#shared/constants/catalog/cover-widths.ts';
import { coverHash, coverPath, parseCoverPath, shareImagePath, withCovers } from './cover-path.ts';

const remote = 'https://media.example/games/4be/one.jpg';
const hash = coverHash(remote);

describe('the path of a picture', () => {
  it('is its own path for a bundled picture', () => {
    expect(coverPath(25, 'cover', '/art/covers/25-65726941.svg')).toBe(
      '/art/covers/25-65726941.svg',
    );
    expect(coverSrcSet('/art/covers/25-65726941.svg')).toBeUndefined();
  });

  it('hides the original URL of a remote picture and changes with it', () => {
    const path = coverPath(25, 'cover', remote, 320);
    expect(path).toBe(`/pictures/25/cover-${hash}-320.webp`);
    expect(coverPath(25, 'cover', `${remote}?2`, 320)).not.toBe(path);
    expect(coverSrcSet(path)).toBe(
      [320, 640, 960, 1280, 1920]
        .map((width) => `/pictures/25/cover-${hash}-${width}.webp ${width}w`)
        .join(', '),
    );
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//evil.example/x', 'file:///etc/x'])(
    'is null for %s',
    (stored) => {
      expect(coverPath(25, 'cover', stored)).toBeNull();
      expect(shareImagePath({ id: 25, backgroundImage: stored })).toBeNull();
    },
  );

  it('stays the same when it is computed twice, and a picture keeps its number when another one is left out', () => {
    const game = {
      id: 25,
      backgroundImage: remote,
      backgroundImageAdditional: '/art/scenes/25-00000000.svg',
      pictures: ['ftp://old.example/a.jpg', remote],
    };
    const shown = withCovers(game);
    expect(shown).toMatchObject({
      backgroundImage: `/pictures/25/cover-${hash}-640.webp`,
      backgroundImageAdditional: '/art/scenes/25-00000000.svg',
      pictures: [`/pictures/25/2-${hash}-640.webp`],
    });
    expect(withCovers(shown)).toEqual(shown);
    expect(shareImagePath(shown)).toBe(shareImagePath(game));
  });

  it('of a share image ends in .png for a bundled cover and in .jpg for any other', () => {
    expect(shareImagePath({ id: 25, backgroundImage: '/art/covers/25-a.svg' })).toMatch(
      /^\/pictures\/share\/25-[0-9a-f]{8}\.png$/,
    );
    expect(shareImagePath({ id: 25, backgroundImage: remote })).toBe(
      `/pictures/share/25-${hash}.jpg`,
    );
    expect(shareImagePath({ id: 25, backgroundImage: null })).toBeNull();
  });
});

describe('parsing a path', () => {
  it('returns the values that it was made from', () => {
    expect(parseCoverPath(coverPath(25, 3, remote, 960) ?? '')).toEqual({
      gameId: 25,
      kind: 3,
      hash,
      width: 960,
      format: 'webp',
    });
    expect(parseCoverPath(shareImagePath({ id: 7, backgroundImage: remote }) ?? '')).toEqual({
      gameId: 7,
      kind: 'cover',
      hash,
      format: 'jpg',
    });
  });

  it.each([
    `/pictures/025/cover-${hash}-640.webp`,
    `/pictures/0/cover-${hash}-640.webp`,
    `/pictures/4294967296/cover-${hash}-640.webp`,
    `/pictures/25/cover-${hash}-641.webp`,
    `/pictures/25/cover-${hash}-0640.webp`,
    `/pictures/25/cover-${hash.toUpperCase()}g-640.webp`,
    `/pictures/25/0-${hash}-640.webp`,
    `/pictures/25/logo-${hash}-640.webp`,
    `/pictures/25/cover-${hash}-640.png`,
    `/pictures/share/25-${hash}.webp`,
    `/pictures/share/025-${hash}.png`,
    `/pictures/share/25-${hash}.png\n`,
    `/pictures/25/cover-${hash}-640.webp/`,
    `/x/pictures/25/cover-${hash}-640.webp`,
    '/pictures/25/https://evil.example/x.webp',
  ])('rejects every other path: %s', (path) => {
    expect(parseCoverPath(path)).toBeNull();
  });
});
