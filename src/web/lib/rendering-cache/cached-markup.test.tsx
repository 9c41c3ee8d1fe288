import { type ReactElement, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Appearance, NumberFormat } from '#shared/constants/site/appearance.ts';
import { GenreChips } from '#web/features/catalog/components/genre-chips.tsx';
import { RarityChips } from '#web/features/market/components/market-filters.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { AppearanceContext } from '../appearance.ts';
import { CachedMarkup, MarkupContext } from './cached-markup.tsx';
import { MarkupCache } from './markup-cache.ts';

const appearance: Omit<Appearance, 'numberFormat'> = {
  theme: null,
  motion: 'system',
  textSize: 'normal',
  dateFormat: 'browser',
  clock: 'browser',
  itemsPerPage: null,
};

/** Renders an element as the server does. */
function render(cache: MarkupCache, element: ReactElement): string {
  const markup = cache.record();
  return markup.store(renderToString(<MarkupContext value={markup}>{element}</MarkupContext>));
}

const createCache = () => new MarkupCache({ maxBytes: 100_000 });

test('content with the same inputs is rendered once, and its markup stays the same', () => {
  const cache = createCache();
  const content = vi.fn(() => <b title='"'>{'<Portal> \u0091 & more'}</b>);
  const card = (
    <ul>
      <CachedMarkup as="li" className="card" inputs={['card', { id: 1 }]}>
        {content}
      </CachedMarkup>
      <CachedMarkup as="li" inputs={['card', { id: 2 }]}>
        {() => <i>other</i>}
      </CachedMarkup>
    </ul>
  );
  const plain = renderToString(card);
  content.mockClear();
  expect(render(cache, card)).toBe(plain);
  expect(render(cache, card)).toBe(plain);
  expect(content).toHaveBeenCalledTimes(1);
});

test('content is rendered for each number format', () => {
  const cache = createCache();
  const renderFor = (numberFormat: NumberFormat) =>
    render(
      cache,
      <AppearanceContext value={{ ...appearance, numberFormat }}>
        <CachedMarkup as="div" inputs={['price']}>
          {() => <MoneyAmount cents={1_234_56} />}
        </CachedMarkup>
      </AppearanceContext>,
    );
  expect(renderFor('comma-point')).toContain('$1,234.56');
  expect(renderFor('point-comma')).toContain('$1.234,56');
  expect(renderFor('comma-point')).toContain('$1,234.56');
});

test('the attributes of the element itself may differ', () => {
  const cache = createCache();
  const card = (title: string) => (
    <CachedMarkup as="div" title={title} inputs={['card']}>
      {() => <b>same</b>}
    </CachedMarkup>
  );
  render(cache, card('one'));
  expect(render(cache, card('two'))).toBe('<div title="two"><b>same</b></div>');
});

test('content within other content is stored separately and without marks', () => {
  const cache = createCache();
  const inner = vi.fn(() => <b>inner</b>);
  const nested = (outer: string) => (
    <CachedMarkup as="ul" inputs={[outer]}>
      {() => (
        <CachedMarkup as="li" inputs={['inner']}>
          {inner}
        </CachedMarkup>
      )}
    </CachedMarkup>
  );
  for (const outer of ['first', 'first', 'second', 'second'])
    expect(render(cache, nested(outer))).toBe('<ul><li><b>inner</b></li></ul>');
  expect(inner).toHaveBeenCalledTimes(1);
});

test('content without inputs and content with ids of React is always rendered', () => {
  function WithId() {
    return <b id={useId()}>content</b>;
  }
  for (const inputs of [null, ['with id'] as const]) {
    const cache = createCache();
    const content = vi.fn(() => <WithId />);
    const element = (
      <CachedMarkup as="div" inputs={inputs}>
        {content}
      </CachedMarkup>
    );
    render(cache, element);
    render(cache, element);
    expect(content).toHaveBeenCalledTimes(2);
  }
});

test('the least recently used markup is removed when the memory is full', () => {
  const cache = new MarkupCache({ maxBytes: 3_000 });
  const contents = Array.from({ length: 10 }, (_, id) => ({
    id,
    content: vi.fn(() => <b>{'x'.repeat(200)}</b>),
  }));
  for (const { id, content } of [...contents, ...contents.slice(-1), ...contents.slice(0, 1)])
    render(
      cache,
      <CachedMarkup as="div" inputs={['card', id]}>
        {content}
      </CachedMarkup>,
    );
  expect(contents.at(-1)?.content).toHaveBeenCalledTimes(1);
  expect(contents.at(0)?.content).toHaveBeenCalledTimes(2);
});

test.each([
  ['/', 'genre chips', true],
  ['/?genre=indie', 'genre chips', true],
  ['/?genre=invented', 'genre chips', false],
  ['/?q=invented', 'genre chips', false],
  ['/?genre=indie&z=invented', 'genre chips', false],
  ['/community/market', 'rarity chips', true],
  ['/community/market?order=price', 'rarity chips', true],
  ['/community/market?q=invented', 'rarity chips', false],
  ['/community/market/cards?order=price&min=1.23', 'rarity chips', false],
])('of the page %s, the markup of the %s is kept: %s', (path, filter, isKept) => {
  const kept: string[] = [];
  const recorder = {
    find: () => undefined,
    mark: (key: string): [string, string] => {
      kept.push(key);
      return ['', ''];
    },
    expire: () => undefined,
  };
  const genre = new URL(path, 'http://localhost').searchParams.get('genre') ?? '';
  const chips =
    filter === 'genre chips' ? (
      <GenreChips current={genre} />
    ) : (
      <RarityChips current={null} pathOf={() => path} />
    );
  const Stub = createRoutesStub([
    { id: 'root', path: '*', Component: () => chips, loader: () => null },
  ]);
  renderToString(
    <MarkupContext value={recorder}>
      <Stub initialEntries={[path]} hydrationData={{ loaderData: { root: { site: {} } } }} />
    </MarkupContext>,
  );
  expect(kept.length > 0).toBe(isKept);
});
