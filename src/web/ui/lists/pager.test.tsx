import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { Pager } from './pager.tsx';

function render(path: string, page: number, pages: number) {
  const Stub = createRoutesStub([
    { path: '*', Component: () => <Pager page={page} pages={pages} /> },
  ]);
  return renderToStaticMarkup(<Stub initialEntries={[path]} />);
}

test('links to other pages keep the search, and the first page has no parameter', () => {
  const html = render('/market?search=crown&page=2', 2, 9);
  expect(html).toMatch(/<a[^>]*rel="prev"[^>]*href="\/market\?search=crown"/);
  expect(html).toMatch(/<a[^>]*rel="next"[^>]*href="\/market\?search=crown&amp;page=3"/);
});

test('the current page is marked, and the first page has no link to a previous one', () => {
  const html = render('/', 1, 3);
  expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*aria-label="Page 1"/);
  expect(html).not.toContain('rel="prev"');
  expect(html).toContain('aria-disabled="true"');
});

test('a single page has no pager', () => {
  expect(render('/', 1, 1)).toBe('');
});
