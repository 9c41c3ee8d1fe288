import type { BrowserContext, Page } from 'playwright-core';
import { withoutDirectionControls } from '#shared/inputs/written-text.ts';

/**
 * What attackers type where others will read: each would set the global `pwned`, open a dialog, make an
 * element or ask elsewhere.test for something, if any of it were taken for more than text.
 */
export const payloads = [
  '<script>pwned=1</script>',
  '"><script>pwned=1</script>',
  `'"></textarea><script>pwned=1</script>`,
  '</title><script>pwned=1</script>',
  '</script><script>pwned=1</script>',
  '</style><script>pwned=1</script>',
  '--><img src=x onerror=pwned=1><!--',
  ']]><img src=x onerror=pwned=1>',
  '<script src=https://elsewhere.test/x.js></script>',
  '<img src=x onerror=pwned=1>',
  '<img src="x" onerror="alert(1)" class="pwned">',
  '<svg onload=pwned=1>',
  '<svg><script>pwned=1</script></svg>',
  '<svg><animate onbegin=pwned=1 attributeName=x></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned=1>',
  '<noscript><p title="</noscript><img src=x onerror=pwned=1>">',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<iframe src="javascript:parent.pwned=1"></iframe>',
  '<object data="javascript:pwned=1"></object>',
  '<embed src="data:text/html,<script>parent.pwned=1</script>">',
  '<details open ontoggle=pwned=1>',
  '<input autofocus onfocus=pwned=1>',
  '<body onload=pwned=1>',
  '<base href="https://elsewhere.test/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.test/">',
  '<link rel=stylesheet href=https://elsewhere.test/x.css>',
  '<style>*{background:url(https://elsewhere.test/x)}</style>',
  '<form action="https://elsewhere.test/"><button id=pwned>',
  '<a href="javascript:pwned=1">here</a>',
  'javascript:pwned=1//https://elsewhere.test/',
  'https://elsewhere.test/"onmouseover="pwned=1"x="',
  "https://elsewhere.test/'onclick='pwned=1'",
  'https://elsewhere.test/#<img/src=x/onerror=pwned=1>',
  '[here](javascript:pwned=1) ![x](x"onerror="pwned=1)',
  '&lt;script&gt;pwned=1&lt;/script&gt;',
  '&#x3C;img src=x onerror=pwned=1&#x3E;',
  '\\u003cscript\\u003epwned=1\\u003c/script\\u003e',
  '%3Cscript%3Epwned=1%3C/script%3E',
  '";pwned=1;//',
  "'-(pwned=1)-'",
  '\u2028pwned=1//\u2029',
  '$' + '{pwned=1}{{constructor.constructor("pwned=1")()}}',
  '\u202e<script>pwned=1</script>',
  '＜script＞pwned=1＜/script＞',
];

/** Of at most twenty characters, for the shortest of fields. */
export const shortPayloads = [
  '<svg onload=pwned=1>',
  '<b class=pwned>b</b>',
  '"onclick="pwned=1',
  '</title><i class=x>',
  '</script><script>',
];

/** As few texts of at most `max` characters as hold all payloads, a line each. */
export function inLines(max: number): string[] {
  const texts: string[] = [];
  for (const payload of payloads) {
    const longer = [texts.at(-1), payload].filter(Boolean).join('\n');
    if (texts.length > 0 && longer.length <= max) texts[texts.length - 1] = longer;
    else texts.push(payload);
  }
  return texts;
}

/** As texts are compared: blanks of every kind, and line ends, are one. */
export const plainly = (text: string) => withoutDirectionControls(text).replace(/\s+/g, ' ').trim();

/** Notes what a page of `context` should never do, from now on. */
export async function watch(context: BrowserContext) {
  const noted: string[] = [];
  await context.exposeFunction('noteOfWatch', (what: string) => noted.push(what));
  await context.addInitScript(() => {
    const note = (what: string) =>
      (window as unknown as { noteOfWatch(what: string): void }).noteOfWatch(what);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      note(`the policy stopped ${violatedDirective} ${blockedURI}`),
    );
    Object.defineProperty(window, 'pwned', { set: () => note('a script ran') });
  });
  await context.route(/^https?:\/\/elsewhere\.test\//, async (route) => {
    noted.push(`${route.request().url()} was asked for`);
    await route.abort();
  });
  context.on('page', (page) => {
    page.on('dialog', async (dialog) => {
      noted.push(`a dialog said ${dialog.message()}`);
      await dialog.dismiss();
    });
  });
  return {
    /** What was noted, and what is in the page that none of us put there. */
    async faults(page: Page): Promise<string[]> {
      return [...noted, ...(await page.evaluate(strangeElements))];
    },
  };
}

/** Elements and attributes that our pages never have. */
function strangeElements(): string[] {
  const strange: string[] = [];
  const never =
    'iframe, object, embed, base, math, animate, marquee, .pwned, #pwned, meta[http-equiv]';
  for (const element of document.querySelectorAll(never)) strange.push(element.outerHTML);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) strange.push(`${name} on ${element.tagName}`);
      const isAddress = /^(href|src|action|formaction|xlink:href)$/i.test(name);
      if (!isAddress || !URL.canParse(value, 'https://here.test/')) continue;
      const { protocol, host } = new URL(value, 'https://here.test/');
      const vouches = !(element instanceof HTMLAnchorElement) || !/\bugc\b/.test(element.rel);
      if (!/^(https?|data|blob):$/.test(protocol) || (host === 'elsewhere.test' && vouches)) {
        strange.push(`${name}="${value}" on ${element.tagName}`);
      }
    }
  }
  return strange;
}
