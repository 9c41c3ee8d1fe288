import { expect, it } from 'vitest';
import { postPictureInput } from './gallery.ts';

const id = '3f2b8c1e-5d0a-4e4b-9c39-0d8f2f6f7a11';
const captionOf = (caption: string) => postPictureInput.parse({ id, caption }).caption;

it.each([
  ['blanks', ' \u00a0\u2003\u3000'],
  ['marks without a width', '\u200b\u2060\ufeff\u00ad'],
  ['marks of a direction', '\u202e\u2066\u200f'],
  ['letters without a form', '\u3164\u115f\uffa0\u2800'],
  ['marks of a form of nothing', '\ufe0f\u034f\u{e0100}'],
])('a caption of %s alone is no caption', (_what, caption) => {
  expect(captionOf(caption)).toBe('');
  expect(captionOf(` ${caption}\n${caption}`)).toBe('');
});

it('a caption keeps invisible characters that belong to visible ones', () => {
  for (const seen of ['👩‍👩‍👧', '❤️', 'नमस्ते', 'می‌خواهم', '…']) expect(captionOf(seen)).toBe(seen);
});
