import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDisplayFileName } from './display-file-name.ts';

test.each([
  ['Summer 2026.jpg', 'Summer 2026.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\me.png', 'me.png'],
  ['..', 'picture'],
  ['', 'picture'],
  ['.hidden', 'hidden'],
  ['a\u0000b\r\n.jpg', 'ab.jpg'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  [`${'ä'.repeat(200)}.jpeg`, `${'ä'.repeat(95)}.jpeg`],
  ['%22quoted%22.jpg', '"quoted".jpg'],
])('%j is shown as %j', (sent, shown) => {
  expect(toDisplayFileName(sent)).toBe(shown);
});

test('every sent name becomes one line of at most 100 characters without folders', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 300 }), (points) => {
      const shown = toDisplayFileName(String.fromCodePoint(...points));
      expect([...shown].length).toBeLessThanOrEqual(100);
      expect(shown).not.toMatch(/[/\\\p{Cc}\p{Cs}]|^\.|^$/u);
      expect(shown.isWellFormed()).toBe(true);
    }),
  );
});
