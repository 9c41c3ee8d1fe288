import { describe, expect, it } from 'vitest';
import { pictureSrcSet } from '#shared/picture-widths.ts';
import {
  pictureAddress,
  pictureHash,
  readPictureAddress,
  sharePictureAddress,
  withPictures,
} from './picture-address.ts';

const remote = 'https://media.example/games/4be/one.jpg';
const hash = pictureHash(remote);

describe('the address of a picture', () => {
  it('is its own path for a drawn one', () => {
    expect(pictureAddress(25, 'cover', '/art/covers/25-65726941.svg')).toBe(
      '/art/covers/25-65726941.svg',
    );
    expect(pictureSrcSet('/art/covers/25-65726941.svg')).toBeUndefined();
  });

  it('tells nothing of where one from elsewhere lies, and changes with it', () => {
    const address = pictureAddress(25, 'cover', remote, 320);
    expect(address).toBe(`/pictures/25/cover-${hash}-320.webp`);
    expect(pictureAddress(25, 'cover', `${remote}?2`, 320)).not.toBe(address);
    expect(pictureSrcSet(address)).toBe(
      [320, 640, 960, 1280, 1920]
        .map((width) => `/pictures/25/cover-${hash}-${width}.webp ${width}w`)
        .join(', '),
    );
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,AA', '//evil.example/x', 'file:///etc/x'])(
    'is none for %s',
    (stored) => {
      expect(pictureAddress(25, 'cover', stored)).toBeNull();
      expect(sharePictureAddress({ id: 25, backgroundImage: stored })).toBeNull();
    },
  );

  it('stays the same when a game passes twice, and a picture keeps its number when another has none', () => {
    const game = {
      id: 25,
      backgroundImage: remote,
      backgroundImageAdditional: '/art/scenes/25-00000000.svg',
      pictures: ['ftp://old.example/a.jpg', remote],
    };
    const shown = withPictures(game);
    expect(shown).toMatchObject({
      backgroundImage: `/pictures/25/cover-${hash}-640.webp`,
      backgroundImageAdditional: '/art/scenes/25-00000000.svg',
      pictures: [`/pictures/25/2-${hash}-640.webp`],
    });
    expect(withPictures(shown)).toEqual(shown);
    expect(sharePictureAddress(shown)).toBe(sharePictureAddress(game));
  });

  it('for sharing ends as what it is: a PNG of a drawn cover, a JPEG of another', () => {
    expect(sharePictureAddress({ id: 25, backgroundImage: '/art/covers/25-a.svg' })).toMatch(
      /^\/pictures\/share\/25-[0-9a-f]{8}\.png$/,
    );
    expect(sharePictureAddress({ id: 25, backgroundImage: remote })).toBe(
      `/pictures/share/25-${hash}.jpg`,
    );
    expect(sharePictureAddress({ id: 25, backgroundImage: null })).toBeNull();
  });
});

describe('reading an address', () => {
  it('gives back what made it', () => {
    expect(readPictureAddress(pictureAddress(25, 3, remote, 960) ?? '')).toEqual({
      gameId: 25,
      kind: 3,
      hash,
      width: 960,
      format: 'webp',
    });
    expect(
      readPictureAddress(sharePictureAddress({ id: 7, backgroundImage: remote }) ?? ''),
    ).toEqual({ gameId: 7, kind: 'cover', hash, format: 'jpg' });
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
  ])('takes nothing else: %s', (path) => {
    expect(readPictureAddress(path)).toBeNull();
  });
});
