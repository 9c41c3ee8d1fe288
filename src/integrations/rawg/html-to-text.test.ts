import { describe, expect, test } from 'vitest';
import { htmlToText, toPlainLine, toPlainText } from './html-to-text.ts';

const read = (html: string) => toPlainText(htmlToText(html), 20_000);

describe('HTML as text', () => {
  test('keeps paragraphs, lines and lists apart', () => {
    expect(read('<p>One<br/>two</p><p>Three</p><ul><li>four</li><li>five</li></ul>end')).toBe(
      'One\ntwo\n\nThree\n\nfour\nfive\n\nend',
    );
  });

  test('decodes character references', () => {
    expect(read('Tom &amp; Jerry&#39;s &lt;b&gt; caf&eacute; &#x1F3AE; &mdash; &nosuch;')).toBe(
      "Tom & Jerry's <b> café 🎮 — &nosuch;",
    );
    expect(read('&Eacute;cole &szlig; co&shy;operative')).toBe('École ß cooperative');
  });

  test('keeps text that is not markup, and removes content that is not shown', () => {
    expect(read('1 < 2 and 3 > 2<script>let a = "<p>";</script><!-- no --> end')).toBe(
      '1 < 2 and 3 > 2 end',
    );
    expect(read('kept<style>p { color: red }')).toBe('kept');
  });

  test('drops invalid character references', () => {
    expect(read('a&#0;b&#xD800;c&#9999999;d')).toBe('abcd');
  });

  test.each([['<'], ['<p '], ['<script>'], ['&#'], [' '], ['\n'], ['<!--'], ['<div>'], ['<b>']])(
    'converts a megabyte of %j quickly',
    (piece) => {
      expect(typeof read(piece.repeat(1_000_000 / piece.length))).toBe('string');
    },
  );
});

describe('plain text', () => {
  test('contains nothing that the database or a page cannot handle', () => {
    expect(toPlainText('a\u0000b\ud800c\r\nd\u0007\te', 100)).toBe('abc\nd e');
    expect(toPlainLine(' a\n\u0000b\udfff ', 100)).toBe('a b');
  });

  test('does not change the direction of the text around it', () => {
    expect(toPlainLine('a\u202eb\u202cc\u2066d\u2069\u202a!', 100)).toBe('abcd!');
    expect(toPlainText('\u2067a\u202d\nb\u2068', 100)).toBe('a\nb');
    // Marks that only state their own direction may stay.
    expect(toPlainLine('\u200fא', 100)).toBe('\u200fא');
  });

  test('is cut between characters', () => {
    expect(toPlainLine('ab🎮cd', 3)).toBe('ab');
    expect(toPlainLine('ab🎮cd', 4)).toBe('ab🎮');
  });
});
