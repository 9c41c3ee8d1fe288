import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLinks } from './split-links-in-text.ts';

const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test.each([
  ['Look at https://example.com/maps today', 'https://example.com/maps'],
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://Example.COM/Maps', 'https://example.com/Maps'],
  ['Have you seen https://example.com/maps?', 'https://example.com/maps'],
  ['It is https://example.com/maps?size=2&x=1#top.', 'https://example.com/maps?size=2&x=1#top'],
  ['(see https://example.com/maps)', 'https://example.com/maps'],
  ['https://example.com/wiki/Dota_(game)', 'https://example.com/wiki/Dota_(game)'],
  ['(https://example.com/wiki/Dota_(game))', 'https://example.com/wiki/Dota_(game)'],
  ['[https://example.com/a[1]]', 'https://example.com/a[1]'],
  ['“https://example.com/maps”', 'https://example.com/maps'],
  ['https://example.com/maps…', 'https://example.com/maps'],
  ['https://example.com/maps!!!)))', 'https://example.com/maps'],
  ['<https://example.com/maps>', 'https://example.com/maps'],
  ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
  ['https://example.com/地図。', 'https://example.com/%E5%9C%B0%E5%9B%B3'],
  ['見てhttps://example.com/地図。次', 'https://example.com/%E5%9C%B0%E5%9B%B3'],
  ['（https://example.com/maps）と', 'https://example.com/maps'],
  ['「https://example.com/maps」', 'https://example.com/maps'],
  ['انظر، https://example.com/maps، ثم', 'https://example.com/maps'],
  ['هل رأيت https://example.com/maps؟', 'https://example.com/maps'],
  ['देखो https://example.com/maps।', 'https://example.com/maps'],
  ['Տե՛ս https://example.com/maps։', 'https://example.com/maps'],
  ['«https://example.com/maps»', 'https://example.com/maps'],
  ['‹https://example.com/maps›', 'https://example.com/maps'],
  ['ดูhttps://example.com/maps', 'https://example.com/maps'],
  ['https://example.com/a・b', 'https://example.com/a%E3%83%BBb'],
  ['https://example.com/maps—', 'https://example.com/maps'],
  ['https://example.com/👩‍🚀', 'https://example.com/%F0%9F%91%A9'],
  ['http://localhost:3000/library', 'http://localhost:3000/library'],
])('%s', (text, href) => expect(linksIn(text)).toEqual([href]));

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.com/',
  '//example.com/',
  'www.example.com',
  'xhttps://example.com/',
  'яhttps://example.com/',
  'http://',
  'https://.',
  'https://)',
  'http:///',
  'https://bank.example@evil.example/',
  'https://bank.example:secret@evil.example/',
  'http://example.com:99999/',
  `https://example.com/${'a'.repeat(2_000)}`,
])('%s stays text', (text) => expect(splitLinks(text)).toEqual([{ text }]));

test('the text around links stays unchanged', () => {
  expect(splitLinks('One:\nhttps://a.example/,\nhttps://b.example/.')).toEqual([
    { text: 'One:\n' },
    { text: 'https://a.example/', href: 'https://a.example/' },
    { text: ',\n' },
    { text: 'https://b.example/', href: 'https://b.example/' },
    { text: '.' },
  ]);
  expect(splitLinks('')).toEqual([]);
});

test('punctuation without spaces separates links', () => {
  expect(linksIn('https://a.example/、https://b.example/。https://c.example/')).toEqual([
    'https://a.example/',
    'https://b.example/',
    'https://c.example/',
  ]);
});

test('a link cannot contain direction controls', () => {
  expect(splitLinks('https://example.com/\u202egpj.exe')).toEqual([
    { text: 'https://example.com/', href: 'https://example.com/' },
    { text: '\u202egpj.exe' },
  ]);
});

test('no text is lost, and every link is an http(s) URL', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('http://', 'https://', 'javascript:', '(', ')', '@', ' ', '\n', '.', 'a.b'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      const pieces = splitLinks(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const { href } of pieces) {
        if (href === undefined) continue;
        expect(href).toMatch(/^https?:\/\/[^/@]+\//);
        expect(href).not.toMatch(/[\s"<>`]/);
      }
    }),
  );
});

test('a text of only brackets and URL starts is processed in time', () => {
  expect(linksIn(`https://a.example/${')'.repeat(9_900)}`)).toEqual(['https://a.example/']);
  expect(linksIn('https://'.repeat(1_250))).toEqual([]);
});
