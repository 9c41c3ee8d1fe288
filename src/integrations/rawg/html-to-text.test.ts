import { describe, expect, test } from 'vitest';
import { htmlToText, plainLine, plainText } from './html-to-text.ts';

const read = (html: string) => plainText(htmlToText(html), 20_000);

describe('HTML as text', () => {
  test('paragraphs, lines and lists stay apart', () => {
    expect(read('<p>One<br/>two</p><p>Three</p><ul><li>four</li><li>five</li></ul>end')).toBe(
      'One\ntwo\n\nThree\n\nfour\nfive\n\nend',
    );
  });

  test('characters that were written out are read', () => {
    expect(read('Tom &amp; Jerry&#39;s &lt;b&gt; caf&eacute; &#x1F3AE; &mdash; &nosuch;')).toBe(
      "Tom & Jerry's <b> café 🎮 — &nosuch;",
    );
  });

  test('what is no markup stays, and what nobody is to read goes', () => {
    expect(read('1 < 2 and 3 > 2<script>let a = "<p>";</script><!-- no --> end')).toBe(
      '1 < 2 and 3 > 2 end',
    );
    expect(read('kept<style>p { color: red }')).toBe('kept');
  });

  test('impossible characters are dropped', () => {
    expect(read('a&#0;b&#xD800;c&#9999999;d')).toBe('abcd');
  });

  test.each([['<'], ['<p '], ['<script>'], ['&#'], [' '], ['\n'], ['<!--']])(
    'a megabyte of %j is read at once',
    (piece) => {
      expect(typeof read(piece.repeat(1_000_000 / piece.length))).toBe('string');
    },
  );
});

describe('plain text', () => {
  test('holds nothing that the database or a page could not', () => {
    expect(plainText('a\u0000b\ud800c\r\nd\u0007\te', 100)).toBe('abc\nd e');
    expect(plainLine(' a\n\u0000b\udfff ', 100)).toBe('a b');
  });

  test('turns nothing around it to the other direction', () => {
    expect(plainLine('a\u202eb\u202cc\u2066d\u2069\u202a!', 100)).toBe('abcd!');
    expect(plainText('\u2067a\u202d\nb\u2068', 100)).toBe('a\nb');
    // What only says which way it goes itself may stay.
    expect(plainLine('\u200fא', 100)).toBe('\u200fא');
  });

  test('is cut between characters', () => {
    expect(plainLine('ab🎮cd', 3)).toBe('ab');
    expect(plainLine('ab🎮cd', 4)).toBe('ab🎮');
  });
});
