import { describe, expect, it } from 'vitest';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import type { GalleryPage } from '#domain/gallery/list-pictures.ts';
import { cachePage, getCachedPage, mergePages, removeFromCache } from './cached-gallery-pages.ts';

/** Creates a page with one picture for each letter. */
function pageOf(letters: string, next: string | null): GalleryPage {
  const picture = { width: 3, height: 2, path: '/photos/some.webp' };
  const pictures = [...letters].map(
    (id): GalleryPicture => ({
      id,
      caption: '',
      publishedAt: new Date(0),
      uploader: { username: 'uploader', name: '', profilePic: '', role: 'player' },
      full: picture,
      thumbnail: picture,
      deletable: 'no',
    }),
  );
  return { pictures, next };
}
const letters = ({ pictures }: GalleryPage) => pictures.map(({ id }) => id).join('');

describe('the pictures for a reader who comes back', () => {
  it('have no gap when another picture was posted in the meantime', () => {
    const now = mergePages(pageOf('nabc', 'c'), pageOf('abcdef', 'f'));
    expect(letters(now)).toBe('nabcdef');
    expect(now.next).toBe('f');
  });

  it('do not include pictures that are no longer on the first page', () => {
    expect(letters(mergePages(pageOf('acde', 'e'), pageOf('abcdefgh', null)))).toBe('acdefgh');
  });

  it('start again when so many were posted that no known picture is on the first page', () => {
    const now = mergePages(pageOf('wxyz', 'z'), pageOf('abcdef', 'f'));
    expect(letters(now)).toBe('wxyz');
    expect(now.next).toBe('z');
  });

  it('do not include a deleted picture on any stored page', () => {
    cachePage('here', pageOf('abc', 'c'));
    cachePage('there', pageOf('bcd', null));
    removeFromCache('b');
    const cached = ['here', 'there'].map((key) => getCachedPage(key));
    expect(cached).toMatchObject([pageOf('ac', 'c'), pageOf('cd', null)]);
  });
});
