import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { changedTables, databaseState } from '#test/fixtures/database-state.ts';
import { discussionScene } from '#test/fixtures/discussions.ts';

/**
 * Every form of discussions, by who sends it, about somebody's discussion and a comment in it. `login`
 * and `list` are where who has no business there is sent; `done` is what was wanted; everything else is
 * the refusal. Whatever is not `done` changes nothing.
 */
const rights = `
  act                       | visitor | guest   | author  | commenter | player  | moderator | logged out
  begin one                 | login   | guest   | done    | done      | done    | done      | login
  change it                 | login   | guest   | done    | list      | list    | list      | login
  delete it                 | login   | gone    | done    | gone      | gone    | gone      | login
  delete it with a reason   | login   | mods    | mods    | mods      | mods    | done      | login
  comment                   | login   | done    | done    | done      | done    | done      | login
  comment where it is closed| login   | private | done    | private   | private | private   | login
  change the comment        | login   | lost    | lost    | done      | lost    | lost      | login
  delete the comment        | login   | lost    | lost    | done      | lost    | lost      | login
  delete it as a moderator  | login   | mods    | mods    | mods      | mods    | done      | login
  follow                    | login   | done    | done    | done      | done    | done      | login
  stop following            | login   | done    | done    | done      | done    | done      | login
  do what there is not      | bad     | bad     | bad     | bad       | bad     | bad       | bad
`;

const codes: Record<string, string> = {
  guest: 'guest-not-allowed',
  gone: 'discussion-gone',
  mods: 'moderators-only',
  private: 'discussion-private',
  lost: 'comment-gone',
  bad: 'bad-input',
};

const database = useDatabase();
const reason = 'because of the rules';
const key = () => randomUUID();

interface About {
  path: string;
  closed: string;
  commentId: string;
}

type Form = [path: string, fields: Record<string, string>];

const acts: Record<string, (about: About) => Form> = {
  'begin one': () => ['/community/discussion/create-discussion', { ...content, key: key() }],
  'change it': ({ path }) => [`${path}/edit`, content],
  'delete it': ({ path }) => [path, { intent: 'delete-discussion' }],
  'delete it with a reason': ({ path }) => [path, { intent: 'delete-discussion', reason }],
  comment: ({ path }) => [path, { intent: 'comment', text: 'Left.', key: key() }],
  'comment where it is closed': ({ closed }) => [
    closed,
    { intent: 'comment', text: 'Left.', key: key() },
  ],
  'change the comment': ({ path, commentId }) => [
    path,
    { intent: 'edit-comment', commentId, text: 'Right.' },
  ],
  'delete the comment': ({ path, commentId }) => [path, { intent: 'delete-comment', commentId }],
  'delete it as a moderator': ({ path, commentId }) => [
    path,
    { intent: 'delete-comment', commentId, reason },
  ],
  follow: ({ path }) => [path, { intent: 'subscribe' }],
  'stop following': ({ path }) => [path, { intent: 'unsubscribe' }],
  'do what there is not': ({ path }) => [path, { intent: 'burn' }],
};

const content = { title: 'Another', content: 'Something else.', tags: 'Help' };

const [head = '', ...lines] = rights.trim().split('\n');
const cells = (line: string) => line.split('|').map((cell) => cell.trim());
const people = cells(head).slice(1);
const rows = lines.map((line) => {
  const [act = '', ...wanted] = cells(line);
  return { act, wanted: people.map((who, index) => ({ who, outcome: wanted[index] ?? '' })) };
});

/** Two discussions of an author, one of them private, with a comment in the other; and who acts. */
async function scene(who: string) {
  const { web, join, begin, say } = discussionScene(database.db);
  const [author, commenter] = [await join(), await join()];
  const [open, closed] = [
    await begin(author.actor),
    await begin(author.actor, { isPrivate: true }),
  ];
  const commentId = await say(commenter.actor, open);
  await web.ctx.notifier.flush();
  const others = {
    visitor: async () => web.visit(),
    guest: async () => (await join('guest')).browser,
    author: async () => author.browser,
    commenter: async () => commenter.browser,
    player: async () => (await join()).browser,
    moderator: async () => (await join('moderator')).browser,
    'logged out': async () => {
      const { browser } = author;
      const { cookie } = browser;
      await browser.post('/logout', {});
      browser.cookie = cookie;
      return browser;
    },
  };
  const browser = await others[who as keyof typeof others]();
  const pathOf = (id: string) => `/community/discussions/${id}`;
  return { web, browser, about: { path: pathOf(open), closed: pathOf(closed), commentId } };
}

/** What the answer to a page's script says. */
async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  const to = /"redirect","([^"]+)"/.exec(text)?.[1];
  if (to?.startsWith('/login?')) return 'login';
  const code = /"code","([^"]+)"/.exec(text)?.[1];
  return code ?? (to ? `to ${to}` : 'done');
}

test('every act has a line, and every line an act', () => {
  expect(rows.map(({ act }) => act)).toEqual(Object.keys(acts));
});

describe.each(rows)('to $act', ({ act, wanted }) => {
  test.each(wanted)('as a $who: $outcome', async ({ who, outcome }) => {
    const { web, browser, about } = await scene(who);
    const [path, fields] = acts[act]?.(about) ?? ['', {}];
    const before = await databaseState(database.db);
    const answer = await outcomeOf(await browser.post(`${path}.data`, fields));
    await web.ctx.notifier.flush();
    const changed = changedTables(before, await databaseState(database.db));
    const isList = answer === 'to /community/discussion';
    if (outcome === 'done') {
      expect(answer).toMatch(/^done$|^to \/community\//);
      if (act.startsWith('change it')) expect(isList).toBe(false);
      const follows = who === 'author' || who === 'commenter';
      if (act !== 'follow' || !follows) expect(changed).not.toEqual([]);
    } else {
      expect(isList ? 'list' : answer).toBe(codes[outcome] ?? outcome);
      expect(changed).toEqual([]);
    }
  });
});
