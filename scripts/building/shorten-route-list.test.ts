import { expect, it } from 'vitest';
import { shortenRouteList } from './shorten-route-list.ts';

it('keeps everything that a route adds to what each page has', () => {
  const list = {
    entry: { module: '/entry.js', imports: ['/react.js', '/frame.js'] },
    routes: {
      root: {
        id: 'root',
        hasLoader: true,
        hasAction: false,
        imports: ['/react.js'],
        css: ['/a.css'],
      },
      chat: {
        id: 'chat',
        path: 'chat/:name',
        hasLoader: false,
        hasAction: true,
        imports: ['/talk.js', '/frame.js', '/list.js'],
        css: ['/a.css', '/chat.css'],
        hasDefaultExport: true,
      },
      csv: { id: 'csv', path: 'wallet.csv', hasLoader: true },
      export: { id: 'export', path: 'games/export/:file', hasLoader: true },
    },
  };
  expect(shortenRouteList(list)).toEqual({
    entry: list.entry,
    routes: {
      root: { id: 'root', hasLoader: true, css: ['/a.css'] },
      chat: {
        id: 'chat',
        path: 'chat/:name',
        hasAction: true,
        hasDefaultExport: true,
        imports: ['/list.js', '/talk.js'],
        css: ['/chat.css'],
      },
    },
  });
});
