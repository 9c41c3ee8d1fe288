import { describe, expect, it } from 'vitest';
import {
  cachedPage,
  cachePage,
  type GalleryPage,
  joined,
  removeFromCache,
} from './cached-gallery-pages.ts';
import type { GalleryPicture } from './gallery-picture.ts';

/** A part with one picture for each letter. */
function part(letters: string, next: string | null): GalleryPage {
  const picture = { width: 3, height: 2, path: '/photos/some.webp' };
  const pictures = [...letters].map(
    (id): GalleryPicture => ({
      id,
      caption: '',
      publishedAt: new Date(0),
      uploader: { username: 'uploader', profilePic: '', role: 'player' },
      full: picture,
      thumbnail: picture,
      deletable: 'no',
    }),
  );
  return { pictures, next };
}
const letters = ({ pictures }: GalleryPage) => pictures.map(({ id }) => id).join('');

describe('the pictures of who comes back', () => {
  it('have no gap when one was posted meanwhile', () => {
    const now = joined(part('nabc', 'c'), part('abcdef', 'f'));
    expect(letters(now)).toBe('nabcdef');
    expect(now.next).toBe('f');
  });

  it('are without what is gone from the first page', () => {
    expect(letters(joined(part('acde', 'e'), part('abcdefgh', null)))).toBe('acdefgh');
  });

  it('begin anew when so many were posted that nothing is known any more', () => {
    const now = joined(part('wxyz', 'z'), part('abcdef', 'f'));
    expect(letters(now)).toBe('wxyz');
    expect(now.next).toBe('z');
  });

  it('are without one that was deleted, wherever it was kept', () => {
    cachePage('here', part('abc', 'c'));
    cachePage('there', part('bcd', null));
    removeFromCache('b');
    const kept = ['here', 'there'].map((key) => cachedPage(key));
    expect(kept).toMatchObject([part('ac', 'c'), part('cd', null)]);
  });
});
