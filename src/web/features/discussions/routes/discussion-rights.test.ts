import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDiscussionFixture } from '#test/fixtures/discussions.ts';
import { changedTables, takeChanges } from '#test/fixtures/recorded-changes.ts';

/**
 * The expected result of every form of discussions, by account. The forms are about another author's discussion
 * and a comment in it. `login` and `list` are redirects, `done` is success, and everything else is the error.
 * Only `done` changes the database.
 */
const rights = `
  action                    | visitor | guest   | author  | commenter | player  | moderator | logged out
  create a discussion       | login   | guest   | done    | done      | done    | done      | login
  edit it                   | login   | guest   | done    | list      | list    | list      | login
  delete it                 | login   | gone    | done    | gone      | gone    | gone      | login
  delete it with a reason   | login   | mods    | mods    | mods      | mods    | done      | login
  comment                   | login   | done    | done    | done      | done    | done      | login
  comment in a private one  | login   | private | done    | private   | private | private   | login
  edit the comment          | login   | lost    | lost    | done      | lost    | lost      | login
  delete the comment        | login   | lost    | lost    | done      | lost    | lost      | login
  moderate the comment      | login   | mods    | mods    | mods      | mods    | done      | login
  subscribe                 | login   | done    | done    | done      | done    | done      | login
  unsubscribe               | login   | done    | done    | done      | done    | done      | login
  send an unknown intent    | bad     | bad     | bad     | bad       | bad     | bad       | bad
`;

const codes: Record<string, string> = {
  guest: 'guest-not-allowed',
  gone: 'discussion-gone',
  mods: 'moderators-only',
  private: 'discussion-private',
  lost: 'comment-gone',
  bad: 'bad-input',
};

const database = useDatabase({ recordsChanges: true });
const reason = 'because of the rules';
const key = () => randomUUID();

interface FormTarget {
  path: string;
  closed: string;
  commentId: string;
}

type Form = [path: string, fields: Record<string, string>];

const forms: Record<string, (target: FormTarget) => Form> = {
  'create a discussion': () => [
    '/community/discussion/create-discussion',
    { ...content, key: key() },
  ],
  'edit it': ({ path }) => [`${path}/edit`, content],
  'delete it': ({ path }) => [path, { intent: 'delete-discussion' }],
  'delete it with a reason': ({ path }) => [path, { intent: 'delete-discussion', reason }],
  comment: ({ path }) => [path, { intent: 'comment', text: 'Left.', key: key() }],
  'comment in a private one': ({ closed }) => [
    closed,
    { intent: 'comment', text: 'Left.', key: key() },
  ],
  'edit the comment': ({ path, commentId }) => [
    path,
    { intent: 'edit-comment', commentId, text: 'Right.' },
  ],
  'delete the comment': ({ path, commentId }) => [path, { intent: 'delete-comment', commentId }],
  'moderate the comment': ({ path, commentId }) => [
    path,
    { intent: 'delete-comment', commentId, reason },
  ],
  subscribe: ({ path }) => [path, { intent: 'subscribe' }],
  unsubscribe: ({ path }) => [path, { intent: 'unsubscribe' }],
  'send an unknown intent': ({ path }) => [path, { intent: 'burn' }],
};

const content = { title: 'Another', content: 'Something else.', tags: 'Help' };

const [head = '', ...lines] = rights.trim().split('\n');
const cells = (line: string) => line.split('|').map((cell) => cell.trim());
const accounts = cells(head).slice(1);
const rows = lines.map((line) => {
  const [action = '', ...outcomes] = cells(line);
  return {
    action,
    expected: accounts.map((who, index) => ({ who, outcome: outcomes[index] ?? '' })),
  };
});

let people: ReturnType<typeof createDiscussionFixture>;
beforeAll(() => {
  people = createDiscussionFixture(database.db);
});

/** Creates an open discussion with a comment and a private one, and a browser for the account `who`. */
async function createFixture(who: string) {
  const { web, createPlayerWithBrowser, startDiscussion, postComment } = people;
  const [author, commenter] = [await createPlayerWithBrowser(), await createPlayerWithBrowser()];
  const [open, closed] = [
    await startDiscussion(author.actor),
    await startDiscussion(author.actor, { isPrivate: true }),
  ];
  const commentId = await postComment(commenter.actor, open);
  await web.ctx.notifier.flush();
  const others = {
    visitor: async () => web.visit(),
    guest: async () => (await createPlayerWithBrowser('guest')).browser,
    author: async () => author.browser,
    commenter: async () => commenter.browser,
    player: async () => (await createPlayerWithBrowser()).browser,
    moderator: async () => (await createPlayerWithBrowser('moderator')).browser,
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
  return { web, browser, target: { path: pathOf(open), closed: pathOf(closed), commentId } };
}

/** Reads the result in an answer to a data request. */
async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  const to = /"redirect","([^"]+)"/.exec(text)?.[1];
  if (to?.startsWith('/login?')) return 'login';
  const code = /"code","([^"]+)"/.exec(text)?.[1];
  return code ?? (to ? `to ${to}` : 'done');
}

test('the table and the forms have the same actions', () => {
  expect(rows.map(({ action }) => action)).toEqual(Object.keys(forms));
});

describe.each(rows)('the form to $action', ({ action, expected }) => {
  test.each(expected)('sent as $who results in $outcome', async ({ who, outcome }) => {
    const { web, browser, target } = await createFixture(who);
    const [path, fields] = forms[action]?.(target) ?? ['', {}];
    await takeChanges(database.db);
    const answer = await outcomeOf(await browser.post(`${path}.data`, fields));
    await web.ctx.notifier.flush();
    const changed = changedTables(await takeChanges(database.db));
    const isList = answer === 'to /community/discussion';
    if (outcome === 'done') {
      expect(answer).toMatch(/^done$|^to \/community\//);
      if (action.startsWith('edit it')) expect(isList).toBe(false);
      const isSubscribed = who === 'author' || who === 'commenter';
      if (action !== 'subscribe' || !isSubscribed) expect(changed).not.toEqual([]);
    } else {
      expect(isList ? 'list' : answer).toBe(codes[outcome] ?? outcome);
      expect(changed).toEqual([]);
    }
  });
});
