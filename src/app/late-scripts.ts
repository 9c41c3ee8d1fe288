const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const start = /<script([^>]*?) type="module" async="">([\s\S]*?)<\/script>/;
const importAs = /^import \* as (\w+) from ("[^"]+");/gm;
const importOnly = /^import ("[^"]+");?/gm;

/** How long scripts wait for pictures at most, as one of these may never come. */
const patienceMs = 1_000;

/**
 * Rewrites a rendered page so that its scripts are asked for once it has been painted with its first
 * pictures: pages are complete without them, and on a slow line they would keep both waiting. A page
 * that is not looked at starts at once, since nothing is painted there.
 */
export function startScriptsAfterPaint(html: string): string {
  const found = start.exec(html);
  if (!found) return html;
  const [script, attributes = '', code = ''] = found;
  const hrefs = Array.from(html.matchAll(preload), ([, href]) => href);
  // The modules are on their way by the preloads, so that awaiting one after the other costs nothing.
  const late = code
    .replace(importAs, 'const $1 = await import($2);')
    .replace(importOnly, 'await import($1);');
  const list = JSON.stringify(hrefs);
  const boot = `{let start=async()=>{start=()=>{};for(const href of ${list})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));${late}};if(document.hidden)start();else{setTimeout(()=>start(),${patienceMs});addEventListener("load",()=>new PerformanceObserver(()=>start()).observe({type:"paint",buffered:true}))}}`;
  return html.replace(preload, '').replace(script, () => `<script${attributes}>${boot}</script>`);
}
