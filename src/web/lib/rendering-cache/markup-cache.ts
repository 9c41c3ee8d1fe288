import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MarkupRecorder } from './cached-markup.tsx';

/**
 * A control character for private use. With the random text no user's text can contain a mark. V8 stores it in one
 * byte, and with it the page.
 */
const sign = '\u0091';

/**
 * Ids of `useId`, which depend on the place in the page, and images that are not lazy, for which React writes
 * a preload into the head of the page.
 */
const dependsOnPage = /"_R_|<img(?![^>]* loading="lazy")/;

/**
 * The markup of components that many pages show, such as the card of a game. The least recently used one is
 * removed first.
 */
export class MarkupCache {
  readonly #markup: LRUCache<string, string>;
  readonly #mark = `${sign}${randomBytes(12).toString('hex')}:`;

  constructor(options: { maxBytes: number }) {
    this.#markup = new LRUCache({
      maxSize: options.maxBytes,
      // Text has up to two bytes for each character.
      sizeCalculation: (markup, key) => 2 * (markup.length + key.length) + 200,
    });
  }

  /** Starts a rendering. */
  record(): RecordedMarkup {
    const keys: string[] = [];
    let until = Number.POSITIVE_INFINITY;
    return {
      find: (key) => this.#markup.get(key),
      mark: (key) => {
        const number = keys.push(key) - 1;
        return [`${this.#mark}${number}${sign}`, `${this.#mark}/${number}${sign}`];
      },
      expire: (at) => {
        until = Math.min(until, at);
      },
      until: () => until,
      store: (html) => (keys.length > 0 ? this.#store(html, keys) : html),
    };
  }

  /** Stores the marked parts. Returns the page without marks. */
  #store(html: string, keys: readonly string[]): string {
    const marks = new RegExp(`${this.#mark}/?\\d+${sign}`, 'g');
    for (const [number, key] of keys.entries()) {
      const start = `${this.#mark}${number}${sign}`;
      const from = html.indexOf(start) + start.length;
      const to = html.indexOf(`${this.#mark}/${number}${sign}`, from);
      // A part is missing when an error page replaced it.
      if (from < start.length || to < 0) continue;
      // Copied, because a slice would keep the whole page in memory.
      const markup = Buffer.from(html.slice(from, to).replace(marks, '')).toString();
      if (!dependsOnPage.test(markup)) this.#markup.set(key, markup);
    }
    return html.replace(marks, '');
  }
}

export interface RecordedMarkup extends MarkupRecorder {
  /** Stores what the rendering marked. Returns the page without marks. */
  store(html: string): string;
  /** The time in ms at which a text of the page changes for the first time. */
  until(): number;
}
