import * as build from 'virtual:react-router/server-build';
import type { RouteMatch, RouteObject } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { roundsOfRun } from '#test/config/nightly.ts';
// @ts-expect-error The package has no types for this file.
import { V6RegExMatcher as RouterMatcher } from '../../../../node_modules/react-router/dist/production/lib/router/matcher.js';
import { V6RegExMatcher } from './route-matcher.ts';

type Matcher = Pick<V6RegExMatcher, 'match' | 'update'>;

/** The routes of the pages as the router has them. */
function createRoutes(parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: createRoutes(id) }];
  });
}

function createMatchers(
  routes: RouteObject[],
  basename = '/',
): { ours: Matcher; routers: Matcher } {
  const matchers = {
    ours: new V6RegExMatcher(basename),
    routers: new RouterMatcher(basename) as Matcher,
  };
  matchers.ours.update(routes);
  matchers.routers.update(routes);
  return matchers;
}

// The router warns about each path that it cannot decode.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const routes = createRoutes();
const { ours, routers } = createMatchers(routes);

/** A match with the ids of its routes, for a readable failure. */
function describeMatch(matches: RouteMatch[] | null) {
  return matches?.map(({ route, ...others }) => ({ ...others, route: route.id })) ?? null;
}

const paths = Object.values(build.routes).flatMap((route) => route?.path || []);

test('every path of the route table matches as in the router', () => {
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths) {
    const url = `/${path.replace(/:\w+/g, 'a')}`;
    for (const variant of [
      url,
      `${url}/`,
      url.toUpperCase(),
      `/${url}`,
      `${url}.data`,
      `${url}/x`,
    ]) {
      const found = ours.match(variant);
      expect(describeMatch(found), variant).toEqual(describeMatch(routers.match(variant)));
      expect(found?.at(-1)?.params).toBe(found?.[0]?.params);
    }
    expect(ours.match(url)?.at(-1)?.route.path, url).toBe(path);
  }
});

test('random and hostile paths match as in the router', () => {
  const random = createSeededRandom('route-matcher');
  const segments = [
    ...new Set(paths.flatMap((path) => path.split('/'))),
    ...[
      '',
      '',
      '.',
      '..',
      '*',
      ':any',
      ':gameId',
      '?',
      '#',
      '%',
      '%2',
      '%2F',
      '%2f',
      '%5C',
      '\\',
      '%00',
    ],
    ...[
      '%0A',
      'a%0Ab',
      '%E2%82%AC',
      '%ff',
      'é',
      '\u212A',
      '\u017F',
      '\u0130',
      '\uD83C\uDFB4',
      '\uD800',
    ],
    ...['constructor', '__proto__', 'toString', 'true', '0', 'a b', '{a}', '(a)', '_root', '_'],
  ] as [string, ...string[]];
  const changes: [(text: string) => string, ...((text: string) => string)[]] = [
    (text) => text,
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => `${text}.data`,
    (text) => `${text}%2F${text}`,
    (text) => encodeURIComponent(text.toWellFormed()),
    (text) => text.replace(/./, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
    (text) => text.slice(1),
    (text) => `${text}?q=${text}#${text}`,
  ];
  const randomPaths = roundsOfRun(2_500, 10_000);
  let screens = 0;
  for (let count = 0; count < randomPaths; count += 1) {
    // Half begin as a path of the table.
    const path = random.between(0, 2) < 1 ? random.pick(paths as [string, ...string[]]) : '';
    const known = path === '' ? [] : path.split('/');
    const more = Array.from({ length: random.between(0, 5) }, () => random.pick(segments));
    const parts = [...known, ...more].map((text) => {
      if (random.between(0, 3) < 2) return text;
      return random.pick(changes)(text);
    });
    const url = `/${parts.join('/')}${random.pick(['', '', '/', '//'])}`;
    const expected = routers.match(url);
    expect(describeMatch(ours.match(url)), url).toEqual(describeMatch(expected));
    const location = { pathname: url };
    expect(describeMatch(ours.match(location)), url).toEqual(
      describeMatch(routers.match(location)),
    );
    if (expected && expected.at(-1)?.route.path !== '*') screens += 1;
  }
  expect(screens).toBeGreaterThan(randomPaths / 10);
});

test('routes with paths of another kind match as in the router', () => {
  const children = [
    { id: 'optional', path: 'a?/b' },
    { id: 'optional-parameter', path: 'c/:id?' },
    { id: 'rest', path: 'files/*' },
    { id: 'suffix', path: ':name.txt' },
    { id: 'exact', path: 'Exact', caseSensitive: true },
    {
      id: 'parent',
      path: 'parent',
      children: [
        { id: 'index', index: true },
        { id: 'child', path: ':x/y' },
      ],
    },
  ] as RouteObject[];
  const urls = ['a/b', 'b', 'c', 'c/1', 'files', 'files/a/b', 'x.txt', 'exact', 'Exact', 'parent'];
  urls.push('parent/1/y', 'parent/1', 'parent//1/y', 'other');
  for (const basename of ['/', '/base']) {
    const matchers = createMatchers([{ id: 'root', path: '', children }], basename);
    for (const url of urls) {
      for (const path of [`/${url}`, `/base/${url}/`]) {
        for (const allowPartial of [false, true]) {
          expect(describeMatch(matchers.ours.match(path, allowPartial)), path).toEqual(
            describeMatch(matchers.routers.match(path, allowPartial)),
          );
        }
      }
    }
  }
});
