import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type PageInputs, RenderedPageCache } from './rendered-page-cache.ts';

const start = Date.parse('2026-03-14T12:00:00Z');

/** The inputs of a page with one form at `atMs`, and a function that renders it. */
function createInputs(overrides: { url?: string; text?: string; atMs?: number } = {}) {
  const { url = 'http://localhost/', text = 'Portal', atMs = start } = overrides;
  const key = randomUUID();
  const requestId = randomUUID();
  const nonce = randomUUID().slice(0, 22);
  const data = JSON.stringify([text, key, requestId, ['D', atMs]]);
  const inputs: PageInputs = {
    url,
    data,
    requestId,
    nonce,
    fresh: { formKeys: [key], now: new Date(atMs) },
  };
  const html = `<script nonce="${nonce}"></script><p>${text}</p><input value="${key}"><script nonce="${nonce}">${data}</script>`;
  return { inputs, html };
}

const createPages = (maxBytes = 100_000) => new RenderedPageCache({ maxBytes });
const never = Number.POSITIVE_INFINITY;

test('a page with the same address and data is reused with new keys, nonce, id and time', () => {
  const pages = createPages();
  const first = createInputs();
  const opened = pages.open(first.inputs);
  expect(opened.html).toBeNull();
  opened.store(first.html, never);
  const second = createInputs({ atMs: start + 1234 });
  expect(pages.open(second.inputs).html).toBe(second.html);
});

test('a page with another address or other data is not reused', () => {
  const pages = createPages();
  const { inputs, html } = createInputs();
  pages.open(inputs).store(html, never);
  expect(pages.open(createInputs({ url: 'http://localhost/?page=2' }).inputs).html).toBeNull();
  expect(pages.open(createInputs({ text: 'portal' }).inputs).html).toBeNull();
});

test('a page with relative times is reused until one of them changes', () => {
  const pages = createPages();
  const { inputs, html } = createInputs();
  pages.open(inputs).store(html, start + 60_000);
  const reusedAt = (ms: number) =>
    pages.open(createInputs({ atMs: start + ms }).inputs).html !== null;
  expect([-1, 0, 59_999, 60_000].map(reusedAt)).toEqual([false, true, true, false]);
});

test('a page that shows the same millisecond elsewhere is not reused', () => {
  const pages = createPages();
  const { inputs, html } = createInputs({ text: String(start) });
  pages.open(inputs).store(html, never);
  expect(pages.open(createInputs({ text: String(start) }).inputs).html).toBeNull();
  expect(pages.bytes).toBe(0);
});

test('a user cannot write what stands for a key in the comparison', () => {
  const pages = createPages();
  const copied = randomUUID();
  const { inputs, html } = createInputs({ text: copied });
  pages.open(inputs).store(html, never);
  expect(pages.open(createInputs({ text: randomUUID() }).inputs).html).toBeNull();
  const same = createInputs({ text: copied });
  expect(pages.open(same.inputs).html).toBe(same.html);
});

test('the pages occupy at most the given memory', () => {
  const pages = createPages(20_000);
  for (let number = 0; number < 50; number += 1) {
    const { inputs, html } = createInputs({ text: `${number} ${'é'.repeat(1000)}` });
    pages.open(inputs).store(html, never);
    expect(pages.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(pages.bytes).toBeGreaterThan(10_000);
});
