import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { escapeOutsideAscii } from './ascii-server-plugin.ts';

test('escaped code is ASCII and means the same', () => {
  const code = [
    "const café = 'Café – \u{1f3b4}';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code.
    'const text = `\\é \\\\é ${café}`;',
    "const found = ['é', '\u{1f3b4}', 'ä', 'z'].map((one) => /^[à-ÿ]$|^\\ä$|^\u{1f3b4}$/.test(one));",
    "const whole = /^[\u{1f3b4}-\u{1f3b5}]$/u.test('\u{1f3b4}');",
    "const names = { \u{10082}: 'B' };",
    'JSON.stringify([café, text, found, whole, names]);',
  ].join('\n');
  const escaped = escapeOutsideAscii(code);
  expect(escaped).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(escaped)).toBe(runInNewContext(code));
  expect(runInNewContext(escaped)).toContain('[true,true,true,false],true');
});

test('the build of the server is in ASCII', () => {
  const folder = 'build/server';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts).toContain('main.js');
  for (const file of scripts) {
    const bytes = readFileSync(`${folder}/${file}`);
    expect([file, bytes.every((byte) => byte < 0x80)]).toEqual([file, true]);
  }
});
