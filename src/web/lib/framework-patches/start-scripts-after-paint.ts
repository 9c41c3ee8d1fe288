const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const startType = ' type="module" async="">';
const scriptEnd = '</script>';
const importAs = /^import \* as (\w+) from ("[^"]+");/gm;
const importOnly = /^import ("[^"]+");?/gm;

/** How long scripts wait for pictures at most, as one of these may never come. */
const patienceMs = 1_000;

/**
 * Rewrites a visitor's page so that its scripts are asked for once it has been painted with its first
 * pictures: pages are complete without them, and on a slow line they would keep both waiting. Whoever
 * touches the page or presses a key has them sooner, and a page that is not looked at starts at once,
 * since nothing is painted there.
 */
export function startScriptsAfterPaint(html: string): string {
  // By place, not by a pattern over the whole page: each page for a player goes through here.
  const type = html.indexOf(startType);
  const end = html.indexOf(scriptEnd, type);
  if (type < 0 || end < 0) return html;
  const begin = html.lastIndexOf('<script', type);
  const attributes = html.slice(begin + '<script'.length, type);
  const code = html.slice(type + startType.length, end);
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd);
  const hrefs = Array.from(head.matchAll(preload), ([, href]) => href);
  // The modules are on their way by the preloads, so that awaiting one after the other costs nothing.
  const late = code
    .replace(importAs, 'const $1 = await import($2);')
    .replace(importOnly, 'await import($1);');
  const list = JSON.stringify(hrefs);
  const boot = `{let start=async()=>{start=()=>{};for(const href of ${list})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));${late}};if(document.hidden)start();else{setTimeout(()=>start(),${patienceMs});for(const type of ["pointerdown","keydown","touchstart"])addEventListener(type,()=>start(),{once:true,passive:true});addEventListener("load",()=>new PerformanceObserver(()=>start()).observe({type:"paint",buffered:true}))}}`;
  const before = head.replace(preload, '') + html.slice(headEnd, begin);
  return `${before}<script${attributes}>${boot}${html.slice(end)}`;
}
