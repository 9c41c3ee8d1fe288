import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { passkeys } from '#database/schema.ts';
import { atMostText } from '#shared/format/texts/characters.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { takeChanges } from '../fixtures/recorded-changes.ts';
import { createSignedInVisitor } from '../fixtures/sign-in.ts';
import { createWeb } from '../fixtures/web-application.ts';
import { rows, toModerators, useWriter, type Write } from './written-texts.ts';

const database = useDatabase({ recordsChanges: true });
const createWriter = useWriter(database);

/** How many characters each text of a player may have. */
const limits: Record<keyof typeof rows, number> = {
  'comment on a profile': 750,
  'message without scripts': 1_000,
  'message of an offer': 1_000,
  'message of an answer to an offer': 1_000,
  discussion: 10_000,
  'changed discussion': 10_000,
  'comment in a discussion': 1_000,
  'changed comment': 1_000,
  caption: 200,
  'description of the profile': 200,
  'name of the profile': 20,
  sendPrivateMessage: 1_000,
  addComment: 750,
  addDiscussion: 10_000,
  editDiscussion: 10_000,
  addCommentToDiscussion: 1_000,
  updateUser: 200,
  createTradeOffer: 1_000,
  counterTradeOffer: 1_000,
  message: 1_000,
  '/report': 300,
  '/settings/moderation': 1_000,
};

/** Texts of which the page keeps the field and not the server: scripts send its form. */
const sentByScripts = ['caption'];

interface Text {
  name: string;
  max: number;
  write: (text: string) => Promise<unknown>;
  /** The input of a form; none for functions and events. */
  isForm: boolean;
}

/** What the sender of a text is told. A refused call of a function rejects. */
async function tell(answer: Promise<unknown>): Promise<string> {
  const told = await answer.catch((error: Error) => error.message);
  return told instanceof Response ? told.text() : JSON.stringify(told);
}

/** What is wrong with the limit of a text, by sending one character too many and then as many as it may have. */
async function findFaults({ name, max, write, isForm }: Text, letter: string): Promise<string[]> {
  const faults: string[] = [];
  const [whole, long] = [letter.repeat(max), letter.repeat(max + 1)];
  await takeChanges(database.db);
  const answer = await tell(write(long));
  const isStored = async () =>
    (await takeChanges(database.db)).filter(({ row }) => row.includes(whole)).length > 0;
  if (!answer.includes(atMostText(max))) faults.push(`${name}: ${max + 1} get no clear error`);
  if (await isStored()) faults.push(`${name}: ${max + 1} are stored`);
  if (isForm) {
    if (!sentByScripts.includes(name) && !answer.includes(long))
      faults.push(`${name}: the form lost the text`);
    const field = new RegExp(`maxLength="${4 * max}"`);
    if (!field.test(answer)) faults.push(`${name}: the field does not allow ${max} emoji`);
  }
  const accepted = await tell(write(whole));
  if (!(await isStored())) faults.push(`${name}: ${max} are not stored, ${accepted.slice(0, 300)}`);
  return faults;
}

/** A character of two UTF-16 units, another one for each text. */
const emoji = (index: number) => String.fromCodePoint(0x1f600 + index);

it('every text of a player has room for as many emoji as it says, and loses nothing', async () => {
  const writer = await createWriter();
  const discussion = { title: 'Best map?', content: 'Which?', game: '', tags: '' };
  const more: Record<string, [number, Write]> = {
    'title of a discussion': [
      120,
      ({ browser }, title) =>
        browser.post('/community/discussion/create-discussion', {
          ...{ ...discussion, title, key: randomUUID() },
        }),
    ],
    'game of a discussion': [
      100,
      ({ browser }, game) =>
        browser.post('/community/discussion/create-discussion', {
          ...{ ...discussion, game, key: randomUUID() },
        }),
    ],
    'name of a saved search': [
      60,
      ({ browser }, name) =>
        browser.post('/community/market/cards?rarity=rare', {
          ...{ intent: 'save-search', name, query: 'rarity=rare' },
        }),
    ],
    'name of an API key': [
      100,
      ({ browser }, name) =>
        browser.post('/settings/applications/new-key', { name, key: randomUUID() }),
    ],
  };
  const texts: Text[] = [
    ...Object.entries({ ...rows, ...toModerators }).map(([name, write]) => ({
      name,
      max: limits[name] ?? 0,
      write: (text: string) => write(writer, text),
      isForm:
        name.startsWith('/') || name.includes(' ') || ['discussion', 'caption'].includes(name),
    })),
    ...Object.entries(more).map(([name, [max, write]]) => ({
      name,
      max,
      write: (text: string) => write(writer, text),
      isForm: true,
    })),
  ];
  const faults: string[] = [];
  for (const [index, text] of texts.entries())
    faults.push(...(await findFaults(text, emoji(index))));
  expect(faults).toEqual([]);
});

it('every text of an admin has room for as many emoji as it says, and loses nothing', async () => {
  const web = createWeb(database.db);
  const admin = await createPlayer(database.db, { role: 'admin' });
  const person = await createPlayer(database.db);
  const browser = await createSignedInVisitor(web, admin.id);
  const [passkey] = await database.db
    .insert(passkeys)
    .values({
      ...{ userId: admin.id, credentialId: 'AA', publicKey: 'AA', counter: 0, name: 'Key' },
      createdAt: web.ctx.clock.now(),
    })
    .returning({ id: passkeys.id });
  const names = { name: 'Club', tagline: 'Join us', welcome: '' };
  const pages = { rules: '', imprint: '', privacy: '' };
  const about = `/profile/${person.username}/moderation`;
  const group = { description: '', joining: 'self', membersShownTo: 'everyone' };
  const game = {
    ...{ name: `Game ${randomUUID()}`, description: '', released: '', website: '' },
    ...{ platforms: '', developers: '', publishers: '', genres: '', price: '' },
  };
  const post = (path: string, fields: Record<string, string>, name: string) => (text: string) =>
    browser.post(path, { ...fields, [name]: text });
  const texts: [name: string, max: number, write: (text: string) => Promise<Response>][] = [
    ['note', 1_000, post(about, { intent: 'add-note' }, 'text')],
    ['reason', 300, post(about, { intent: 'suspend', days: '1' }, 'reason')],
    [
      'note of an invitation',
      100,
      post('/admin/registration/new-invitation', { days: '7', uses: '1' }, 'note'),
    ],
    ['name of a role', 40, post('/admin/roles/new', {}, 'name')],
    ['name of a group', 60, post('/admin/groups/new', { ...group, name: 'x' }, 'name')],
    [
      'description of a group',
      500,
      post('/admin/groups/new', { ...group, name: 'Described' }, 'description'),
    ],
    [
      'note of codes',
      100,
      post(
        '/admin/codes/new',
        {
          kind: 'invitation',
          count: '1',
          uses: '1',
          accountMax: '1',
          days: '7',
          key: randomUUID(),
        },
        'note',
      ),
    ],
    ['name of the site', 30, post('/admin/site', { intent: 'name', ...names }, 'name')],
    ['tagline', 60, post('/admin/site', { intent: 'name', ...names }, 'tagline')],
    ['welcome', 1_000, post('/admin/site', { intent: 'name', ...names }, 'welcome')],
    ['announcement', 300, post('/admin/site', { intent: 'announcement' }, 'announcement')],
    ['rules', 20_000, post('/admin/site/pages', { intent: 'texts', ...pages }, 'rules')],
    [
      'link of the footer',
      30,
      post('/admin/site', { intent: 'footer', 'address-0': '/about' }, 'label-0'),
    ],
    ['name of a game', 100, post('/admin/games/new', game, 'name')],
    ['description of a game', 5_000, post('/admin/games/new', game, 'description')],
    [
      'name of a passkey',
      60,
      post(
        `/settings/security?rename=${passkey?.id}`,
        { intent: 'rename-passkey', passkey: passkey?.id ?? '' },
        'name',
      ),
    ],
  ];
  const faults: string[] = [];
  for (const [index, [name, max, write]] of texts.entries())
    faults.push(...(await findFaults({ name, max, write, isForm: true }, emoji(index))));
  expect(faults).toEqual([]);
});
