const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const startType = ' type="module" async="">';
const scriptEnd = '</script>';
const importAs = /^import \* as (\w+) from ("[^"]+");/gm;
const importOnly = /^import ("[^"]+");?/gm;

/** The longest time that scripts wait for pictures; a picture may never arrive. */
const waitMaxMs = 1_000;

/**
 * Rewrites a visitor's page so that its scripts load after the first paint with the first pictures. Pages
 * are complete without scripts, and on a slow connection scripts would delay text and pictures. A touch or
 * a key press loads the scripts at once. A page in a hidden tab loads them at once as well, because nothing
 * is painted there. React Router has no option for this. No issue of React Router or Remix was found that asks
 * for one (searched: Scripts, modulepreload, defer, first paint, preload priority).
 */
export function startScriptsAfterPaint(html: string): string {
  // Searching by position is faster than a pattern over the whole page.
  const type = html.indexOf(startType);
  const end = html.indexOf(scriptEnd, type);
  if (type < 0 || end < 0) return html;
  const begin = html.lastIndexOf('<script', type);
  const attributes = html.slice(begin + '<script'.length, type);
  const code = html.slice(type + startType.length, end);
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd);
  const hrefs = Array.from(head.matchAll(preload), ([, href]) => href);
  // The preloads fetch all modules at once, so that awaiting one after the other costs nothing.
  const deferred = code
    .replace(importAs, 'const $1 = await import($2);')
    .replace(importOnly, 'await import($1);');
  const list = JSON.stringify(hrefs);
  const boot = `{let start=async()=>{start=()=>{};for(const href of ${list})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));${deferred}};if(document.hidden)start();else{setTimeout(()=>start(),${waitMaxMs});for(const type of ["pointerdown","keydown","touchstart"])addEventListener(type,()=>start(),{once:true,passive:true});addEventListener("load",()=>new PerformanceObserver(()=>start()).observe({type:"paint",buffered:true}))}}`;
  const before = head.replace(preload, '') + html.slice(headEnd, begin);
  return `${before}<script${attributes}>${boot}${html.slice(end)}`;
}
