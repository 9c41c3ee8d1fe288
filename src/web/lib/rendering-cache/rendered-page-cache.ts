import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ValuesOfRequest } from './values-of-request.ts';

interface RenderedPage {
  /** Texts of the page and, at the odd places, the numbers of the fresh values between them. */
  pieces: readonly (string | number)[];
  bytes: number;
  /** The times in ms between which all relative times of the page have the same text. */
  from: number;
  until: number;
}

/** What a page is rendered from. */
export interface PageInputs {
  url: string;
  /** The data of all loaders, as the page passes them to the browser. */
  data: string;
  requestId: string;
  nonce: string | undefined;
  fresh: ValuesOfRequest;
}

const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * Whole pages of players. The browser renders the same page from its address and the data in it, so a page
 * with the same address and data has the same markup. Both are compared whole. The data name the reader, so
 * that no reader gets a page of another. What is made for each request (nonce, request id, form keys, time)
 * is left out of the comparison and filled in again.
 */
export class RenderedPageCache {
  readonly #pages: LRUCache<string, RenderedPage>;
  /** No text of a user can contain it. */
  readonly #mark = randomBytes(12).toString('hex');

  constructor(options: { maxBytes: number }) {
    this.#pages = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }, key) => bytes + countBytes(key) + 400,
    });
  }

  /** The bytes that the pages occupy. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** Looks for the page of these inputs. */
  open(inputs: PageInputs): OpenedPage {
    const { fresh, data } = inputs;
    const now = fresh.now?.getTime() ?? null;
    // The time is at one place in the data. Otherwise something else happened in the same millisecond.
    const isComparable = now === null || countOccurrences(data, String(now)) === 1;
    if (!isComparable) return { html: null, store: () => {} };
    const { compared, values } = this.#replaceFreshValues(inputs);
    const key = `${inputs.url}\n${compared}`;
    const page = this.#pages.get(key);
    const isCurrent = page && (now === null || (page.from <= now && now < page.until));
    if (isCurrent) {
      const html = page.pieces.map((piece) => (typeof piece === 'number' ? values[piece] : piece));
      return { html: html.join(''), store: () => {} };
    }
    return {
      html: null,
      store: (html, until) => {
        if (now !== null && countOccurrences(html, String(now)) !== 1) return;
        const pieces = split(html, values);
        // A key that is not in the data could not be filled in again.
        const left = pieces.filter((piece) => typeof piece === 'string').join('');
        if (fresh.formKeys.some((formKey) => left.includes(formKey))) return;
        const bytes = countBytes(html) + 32 * pieces.length;
        this.#pages.set(key, { pieces, bytes, from: now ?? 0, until });
      },
    };
  }

  /**
   * Returns the data with a mark in place of each fresh value, and the values. They are numbered by their
   * place in the data, because loaders run at the same time and make their keys in any order.
   */
  #replaceFreshValues({ data, nonce = '', requestId, fresh }: PageInputs) {
    const others = [nonce, ...(fresh.now ? [String(fresh.now.getTime())] : [])];
    const made = new Set([requestId, ...fresh.formKeys]);
    const numbers = new Map(others.map((value, number) => [value, number]));
    const withoutIds = data.replace(anyUuid, (found) => {
      if (!made.has(found)) return found;
      if (!numbers.has(found)) numbers.set(found, numbers.size);
      return `${this.#mark}:${numbers.get(found)}`;
    });
    const [, now] = others;
    const compared = now === undefined ? withoutIds : withoutIds.replace(now, `${this.#mark}:now`);
    return { compared, values: [...numbers.keys()] };
  }
}

export interface OpenedPage {
  /** The page of an earlier rendering with the fresh values of this request, or null. */
  html: string | null;
  /** Keeps the rendered page until the time in ms at which a relative time changes. */
  store(html: string, until: number): void;
}

/** Splits a page at its fresh values. */
function split(html: string, values: readonly string[]): (string | number)[] {
  const numbers = new Map(values.map((value, number) => [value, number]));
  const searched = values.filter((value) => value !== '');
  const pieces: (string | number)[] = [];
  let end = 0;
  for (const { 0: found, index } of html.matchAll(new RegExp(searched.join('|'), 'g'))) {
    pieces.push(html.slice(end, index), numbers.get(found) ?? found);
    end = index + found.length;
  }
  pieces.push(html.slice(end));
  return pieces;
}

function countOccurrences(text: string, part: string): number {
  return text.split(part, 3).length - 1;
}

/** The memory of a text: one byte for each character if all are up to U+00FF, otherwise two. */
function countBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
