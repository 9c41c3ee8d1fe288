import { acceptEncoding, requestRate } from './load.ts';
import { formatRate, type Measurement, measureInterleaved } from './measure-rounds-and-medians.ts';
import type { MeasuredServer } from './start-measured-server.ts';

const queriesAllowed = 3;
const app = '/api/client/v2.0/app/guildhall';

/** Opens a Realm API session with a guest bound to it, as the client does. */
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

/** Compares a function call with an empty handler, and a function that reads with the data of a page. */
export async function functionCalls({ origin, cookie }: MeasuredServer): Promise<Measurement[]> {
  const session = await openSession(origin);
  const queries = async () => Number(await (await fetch(`${origin}/bench/queries`)).text());
  const countQueries = async () => {
    const before = await queries();
    const profile = await session.call('getUserProfile', ['Ada']);
    if (profile.username !== 'Ada') throw new Error('The function returned another player.');
    return (await queries()) - before;
  };
  // The least of three calls, because jobs of the server make queries too.
  const queryCount = Math.min(await countQueries(), await countQueries(), await countQueries());
  if (queryCount > queriesAllowed) throw new Error(`The function makes ${queryCount} queries.`);
  const page = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const read = await measureInterleaved(
    () => session.rate('getUserProfile', ['Ada']),
    () => requestRate(`${origin}/profile/Ada.data`, page),
  );
  const called = await measureInterleaved(
    () => session.rate('rateLimit', ['Ada']),
    () => requestRate(`${origin}/bench/trivial`, {}),
  );
  return [
    {
      claim: 'A function that reads a profile ÷ the data of its page, for who is logged in',
      ours: formatRate(read.ours),
      theirs: formatRate(read.theirs),
      ratio: read.ratio,
      goal: { atLeast: 1 },
      note: `${queryCount} queries`,
    },
    {
      claim: 'A call of a function, its session looked up, ÷ a handler that answers 200 bytes',
      ours: formatRate(called.ours),
      theirs: formatRate(called.theirs),
      ratio: called.ratio,
      goal: { atLeast: 0.12 },
    },
  ];
}
