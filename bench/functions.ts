import type { BenchServer } from './bench-server.ts';
import { acceptEncoding, requestRate } from './load.ts';
import { interleave, type Measured, perSecond } from './rounds.ts';

const queriesAllowed = 3;
const app = '/api/client/v2.0/app/guildhall';

/** A session of the app backend with a guest bound to it, as its client begins one. */
async function openSession(origin: string) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  const post = async (path: string, body: string): Promise<Record<string, string>> => {
    const response = await fetch(origin + app + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path} was answered ${await response.text()}`);
    return response.json();
  };
  const { access_token: token } = await post('/auth/providers/anon-user/login', '{}');
  headers.Authorization = `Bearer ${token}`;
  const bodyOf = (name: string, args: unknown[]) => JSON.stringify({ name, arguments: args });
  const user = { username: 'Ada', email: 'ada@example.com', password: 'not a secret' };
  await post('/functions/call', bodyOf('registerUser', [user]));
  await post('/functions/call', bodyOf('loginGuestUser', []));
  const url = `${origin}${app}/functions/call`;
  return {
    call: (name: string, args: unknown[]) => post('/functions/call', bodyOf(name, args)),
    rate: (name: string, args: unknown[]) => requestRate(url, headers, bodyOf(name, args)),
  };
}

/** A call of a function against a handler that only answers, and a read by it against a page's data. */
export async function functionCalls({ origin, cookie }: BenchServer): Promise<Measured[]> {
  const session = await openSession(origin);
  const queries = async () => Number(await (await fetch(`${origin}/bench/queries`)).text());
  const before = await queries();
  const profile = await session.call('getUserProfile', ['Ada']);
  const asked = (await queries()) - before;
  if (profile.username !== 'Ada') throw new Error('The function reads somebody else.');
  if (asked > queriesAllowed) throw new Error(`The function asks the database ${asked} times.`);
  const page = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const read = await interleave(
    () => session.rate('getUserProfile', ['Ada']),
    () => requestRate(`${origin}/profile/Ada.data`, page),
  );
  const called = await interleave(
    () => session.rate('rateLimit', ['Ada']),
    () => requestRate(`${origin}/bench/trivial`, {}),
  );
  return [
    {
      claim: 'A function that reads a profile ÷ the data of its page, for who is logged in',
      ours: perSecond(read.ours),
      theirs: perSecond(read.theirs),
      ratio: read.ratio,
      goal: { atLeast: 1 },
      note: `${asked} queries`,
    },
    {
      claim: 'A call of a function, its session looked up, ÷ a handler that answers 200 bytes',
      ours: perSecond(called.ours),
      theirs: perSecond(called.theirs),
      ratio: called.ratio,
      goal: { atLeast: 0.12 },
    },
  ];
}
