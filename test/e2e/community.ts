import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { APIRequestContext, Browser, BrowserContext } from 'playwright-core';
import { password } from './cast.ts';
import { raiseDiscussions } from './discussions.ts';
import { hangPictures, somePictures } from './hang-pictures.ts';

const run = promisify(execFile);

/** Makes the account an admin as the operator does, at the command line. */
export async function makeAdmin(dataDir: string, username: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir };
  await run(process.execPath, ['scripts/admin.ts', username], { env });
}

/** Somebody with a browser, whose forms are sent as without script. */
export interface Somebody {
  username: string;
  context: BrowserContext;
  /** Answers where it leads to. */
  send(path: string, form: Record<string, string>): Promise<string | undefined>;
}

/** Sends a form as a page without script does; what is refused fails. */
async function send(
  request: APIRequestContext,
  url: string,
  form: Record<string, string>,
): Promise<string | undefined> {
  const headers = { Origin: new URL(url).origin, Accept: 'text/html' };
  const answer = await request.post(url, { form, headers, maxRedirects: 0 });
  if (answer.status() >= 400) throw new Error(`${url} answered ${answer.status()}.`);
  return answer.headers().location;
}

/**
 * Makes a community through its forms, and answers the browser's state of its keeper: an admin with a
 * friend, what was said, requests, comments, discussions, notices, somebody blocked and acts in the log.
 */
export async function raiseCommunity(
  browser: Browser,
  origin: string,
  dataDir: string,
  names: { keeper: string; friend: string; suspended: string },
) {
  async function join(username: string): Promise<Somebody> {
    const context = await browser.newContext();
    const sendTo = (path: string, form: Record<string, string>) =>
      send(context.request, origin + path, form);
    const email = `${username}@example.test`;
    await sendTo('/register', { username, email, password });
    await sendTo('/login', { username, password });
    return { username, context, send: sendTo };
  }
  const people: Somebody[] = [];
  for (const name of [names.keeper, names.friend, names.suspended, 'wants-in', 'asks-too']) {
    people.push(await join(name));
  }
  const [keeper, friend, suspended, ...askers] = people;
  if (!keeper || !friend || !suspended) throw new Error('They have joined.');
  await makeAdmin(dataDir, names.keeper);
  await befriend(keeper, friend);
  for (const asker of askers) await asker.send(friendPath(keeper), { intent: 'add' });
  await comment(friend, keeper, 'The second paragraph\n\nsays more than the first, and at length.');
  for (const writer of [friend, ...askers]) {
    for (let count = 1; count <= 4; count += 1) {
      await comment(writer, keeper, `Well played, number ${count}.`);
    }
  }
  await talk(keeper, friend);
  await raiseDiscussions(keeper, [friend, ...askers]);
  await comment(suspended, friend, 'Rude words.');
  await hang(origin, keeper, friend);
  await keeper.send(friendPath(suspended), { intent: 'block' });
  const reason = 'Rude to others, in spite of a warning.';
  const moderation = `/profile/${names.suspended}/moderation`;
  await keeper.send(moderation, { intent: 'suspend', days: '7', reason });
  await keeper.send(moderation, { intent: 'restore', reason: 'Said sorry.' });
  await keeper.send(moderation, { intent: 'suspend', days: '0', reason: 'And again.' });
  const state = await keeper.context.storageState();
  for (const { context } of people) await context.close();
  return state;
}

const friendPath = ({ username }: Somebody) => `/profile/${username}/friend`;

/** The second accepts, so that the first has a notice of it. */
async function befriend(one: Somebody, other: Somebody): Promise<void> {
  await one.send(friendPath(other), { intent: 'add' });
  await other.send(friendPath(one), { intent: 'accept' });
}

async function comment(writer: Somebody, owner: Somebody, text: string): Promise<void> {
  await writer.send(`/profile/${owner.username}`, { text, key: randomUUID() });
}

async function talk(one: Somebody, other: Somebody): Promise<void> {
  for (let line = 1; line <= 4; line += 1) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const text = line === 3 ? 'A long line. '.repeat(20) : `What ${from.username} says, ${line}.`;
      await from.send(`/chat/${from.username}/${to.username}`, { text, id: randomUUID() });
    }
  }
}

/** Pictures in forms of all kinds, by both. */
async function hang(origin: string, keeper: Somebody, friend: Somebody): Promise<void> {
  const pictures = await somePictures([
    'The hall in the evening',
    '',
    'After four hours: the last card of the set',
    'Board night, every Thursday',
    '',
    'A caption that says more than fits beside a picture, about the night when the whole guild stayed for one more round',
    'What the hall looks like today',
    '',
  ]);
  await hangPictures(keeper.context.request, origin, pictures.slice(0, 3));
  await hangPictures(friend.context.request, origin, pictures.slice(3, 6));
  await hangPictures(keeper.context.request, origin, pictures.slice(6));
}
