import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPolicies } from './security-headers.ts';

const { withHashes } = createPolicies({ pictures: [], connections: [] });
const nonce = 'r4nd0m-of-this_render';
const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const own = `<script nonce="${nonce}">theme()</script><script nonce="${nonce}" type="module" async="">start()</script>`;

/** The sources of scripts in the policy of a cached page. */
function scriptsOf(html: string): string[] {
  const { policy } = withHashes(html, nonce);
  return /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
}

describe('the policy of a cached page', () => {
  test('allows the scripts that the server wrote, and shows the nonce to nobody', () => {
    expect(scriptsOf(own)).toEqual(["'self'", hashOf('theme()'), hashOf('start()')]);
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
  ])('does not allow %s that somebody brought in', (_, injected) => {
    for (const page of [`${injected}${own}`, `${own}${injected}`]) {
      const allowed = scriptsOf(page);
      for (const script of ['pwn()', `pwn()${own}`, 'pwn()<script>theme()']) {
        expect(allowed).not.toContain(hashOf(script));
      }
      expect(allowed).not.toContain("'unsafe-inline'");
      const ours = ["'self'", hashOf('theme()'), hashOf('start()')];
      expect(allowed.filter((source) => !ours.includes(source))).toEqual([]);
    }
  });
});
