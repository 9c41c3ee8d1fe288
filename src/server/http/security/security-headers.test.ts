import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPolicies } from './security-headers.ts';

const { withHashes } = createPolicies({ pictures: [], connections: [] });
const nonce = 'r4nd0m-of-this_render';
const hashScript = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const own = `<script nonce="${nonce}">theme()</script><script nonce="${nonce}" type="module" async="">start()</script>`;

/** The sources of scripts in the policy of a cached page. */
function listScriptSources(html: string): string[] {
  const { policy } = withHashes(html, nonce);
  return /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
}

describe('the policy of a cached page', () => {
  test('allows only the scripts of the server, and the page does not contain the nonce', () => {
    expect(listScriptSources(own)).toEqual([
      "'self'",
      hashScript('theme()'),
      hashScript('start()'),
    ]);
    const { html, policy } = withHashes(own, nonce);
    expect(html).toBe('<script>theme()</script><script type="module" async="">start()</script>');
    expect(policy).not.toContain(nonce);
  });

  test.each([
    ['an inline script', '<script>pwn()</script>'],
    ['a script with attributes', '<script type="module" async="">pwn()</script>'],
    ['a script with a nonce of its own', '<script nonce="guess">pwn()</script>'],
    ['a script with the nonce of another render', `<script nonce="${nonce}x">pwn()</script>`],
    ['a script around one of ours', `<script>pwn()${own}`],
    ['a tag that is not closed', `<script x="pwn()`],
    ['a script in a comment', `<!--<script>pwn()</script>-->`],
  ])('does not allow an injected %s', (_, injected) => {
    for (const page of [`${injected}${own}`, `${own}${injected}`]) {
      const allowed = listScriptSources(page);
      for (const script of ['pwn()', `pwn()${own}`, 'pwn()<script>theme()']) {
        expect(allowed).not.toContain(hashScript(script));
      }
      expect(allowed).not.toContain("'unsafe-inline'");
      const ours = ["'self'", hashScript('theme()'), hashScript('start()')];
      expect(allowed.filter((source) => !ours.includes(source))).toEqual([]);
    }
  });
});
