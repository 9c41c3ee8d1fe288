import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/** A unit of UTF-16 outside of ASCII, with the backslashes before it. */
const outsideAscii = /(\\*)([^\0-\x7f])/g;

/**
 * Writes characters outside of ASCII as escapes, which mean the same. esbuild does it in names, strings and
 * templates; what it leaves is in regular expressions and comments. There a backslash before such a character has
 * no meaning of its own and is left out.
 */
export function escapeOutsideAscii(code: string): string {
  const { code: escaped } = transformSync(code, { charset: 'ascii', target: 'esnext' });
  return escaped.replace(outsideAscii, (_, backslashes: string, character: string) => {
    const kept = backslashes.slice(backslashes.length % 2);
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Writes the build of the server in ASCII. V8 stores a source with other characters in two bytes a character, and
 * with it every page that contains the text of one of its functions, such as an inline script. Such pages take a
 * third longer to join and to send.
 */
export const asciiServerPlugin: Plugin = {
  name: 'ascii-server',
  apply: 'build',
  generateBundle(_, bundle) {
    if (this.environment.name !== 'ssr') return;
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = escapeOutsideAscii(file.code);
    }
  },
};
