import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { siteSettings } from '#database/schema.ts';
import {
  partOffTexts,
  partSetting,
  type SitePart,
  siteParts,
} from '#shared/constants/site/site-parts.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { watchTables } from '../fixtures/recorded-changes.ts';
import { createSignedInVisitor } from '../fixtures/sign-in.ts';
import { createWeb, textOf } from '../fixtures/web-application.ts';

const database = useDatabase({ recordsChanges: true });
const id = randomUUID();

interface Row {
  /** Pages and other addresses that do not exist while the part is off. */
  gone: string[];
  /** Pages on which owners take back what is theirs. */
  kept?: string[];
  /** Forms and calls that change nothing. */
  forms?: [path: string, fields: Record<string, string>][];
  /** Links of the navigation and the footer that are gone. */
  links: string[];
}

const card = '/community/market/cards/default-crown';

/** What is gone while a part is switched off, for each part. */
const rows: Record<SitePart, Row> = {
  market: {
    gone: ['/community/market', '/community/market/cards', card, '/community/market/statistics'],
    kept: ['/community/market/listings', '/community/market/orders'],
    forms: [
      ['/community/market', { intent: 'buy', itemId: id, key: id }],
      [
        '/community/market/orders',
        {
          intent: 'place',
          gameId: '1',
          kindId: 'default-crown',
          price: '1.00',
          quantity: '1',
          key: id,
        },
      ],
    ],
    links: ['/community/market'],
  },
  trades: {
    gone: ['/community/market/trades/new?with=nobody'],
    kept: ['/community/market/trades'],
    links: [],
  },
  discussions: {
    gone: ['/community/discussion', `/community/discussions/${id}`],
    forms: [
      [
        '/community/discussion/create-discussion',
        { title: 'Title', content: 'Text', game: '', key: id },
      ],
    ],
    links: ['/community/discussion'],
  },
  gallery: {
    gone: ['/community', `/community/pictures/${id}`],
    links: ['/community'],
  },
  chat: {
    gone: ['/messages'],
    forms: [['/chat/{me}/nobody', { id, conversationId: id, text: 'Hello' }]],
    links: ['/messages'],
  },
  realmApi: {
    gone: ['/reference', '/api/client/v2.0/app/guildhall/location'],
    forms: [
      ['/api/client/v2.0/app/guildhall/auth/providers/anon-user/login', {}],
      ['/api/client/v2.0/auth/session', {}],
      ['/api/client/v2.0/app/guildhall/functions/call', {}],
    ],
    links: ['/reference'],
  },
  rawgApi: { gone: ['/api/games', '/api/games/3498'], links: [] },
};

let me: string;
let web: ReturnType<typeof createWeb>;
let player: Awaited<ReturnType<typeof createSignedInVisitor>>;

beforeAll(async () => {
  web = createWeb(database.db);
  const { id: playerId, username } = await createPlayer(database.db);
  me = username;
  player = await createSignedInVisitor(web, playerId);
});

async function switchOff(...parts: SitePart[]) {
  await database.db.delete(siteSettings);
  for (const part of parts) {
    await database.db.insert(siteSettings).values({ key: partSetting(part), value: 'off' });
  }
  web.services.readCache.clear();
}

describe.each(siteParts)('while %s is off', (part) => {
  const { gone, kept = [], forms = [], links } = rows[part];

  it('its pages say so, and what gives things back to owners stays', async () => {
    await switchOff();
    const before = await (await player.get('/about')).text();
    for (const link of links) expect(before).toContain(`href="${link}"`);
    await switchOff(part);
    for (const path of gone) {
      const answer = await player.get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await textOf(answer)).toContain(partOffTexts[part]);
    }
    for (const path of kept) expect([path, (await player.get(path)).status]).toEqual([path, 200]);
    const after = await (await player.get('/about')).text();
    for (const link of links) expect(after).not.toContain(`href="${link}"`);
  });

  it('its forms change nothing', async () => {
    await switchOff(part);
    const changed = await watchTables(database.db, async () => {
      for (const [path, fields] of forms) {
        const answer = await player.post(path.replace('{me}', me), fields);
        expect([path, answer.status]).toEqual([path, 404]);
      }
    });
    expect(changed).toEqual([]);
  });
});
