/** What the head of a page says, as a search engine or a chat that shows a card reads it. */
export interface Head {
  titles: string[];
  /** By `name` or `property`. */
  meta: Map<string, string[]>;
  /** By `rel`. */
  links: Map<string, string[]>;
  /** Each block of structured data, read as JSON. */
  data: unknown[];
}

/** Reads the head of a page that we rendered, whose tags are well formed. */
export function readHead(html: string): Head {
  const head = /<head>([\s\S]*?)<\/head>/.exec(html)?.[1];
  if (head === undefined) throw new Error('The page has no head.');
  const meta = new Map<string, string[]>();
  const links = new Map<string, string[]>();
  for (const [, tag, text = ''] of head.matchAll(/<(meta|link)\s([^>]*)>/g)) {
    const attributes = attributesOf(text);
    const [into, key, value] =
      tag === 'meta'
        ? [meta, attributes.name ?? attributes.property, attributes.content]
        : [links, attributes.rel, attributes.href];
    if (key && value !== undefined) into.set(key, [...(into.get(key) ?? []), value]);
  }
  return {
    titles: Array.from(head.matchAll(/<title>([\s\S]*?)<\/title>/g), ([, text = '']) =>
      plain(text),
    ),
    meta,
    links,
    data: Array.from(
      html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
      ([, json = '']) => JSON.parse(json),
    ),
  };
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      name.toLowerCase(),
      plain(value),
    ]),
  );
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
