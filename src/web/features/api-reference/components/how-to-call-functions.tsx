import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';

/** How a program connects, and how it authenticates as a player. */
export function HowToCallFunctions({ origin }: { origin: string }) {
  const example = `import * as Realm from 'realm-web';

const app = new Realm.App({ id: 'guildhall', baseUrl: '${origin}' });
const user = await app.logIn(Realm.Credentials.anonymous());

const { username, loginId } = await user.functions.loginUser({
  username: 'ada',
  password: 'correct horse',
});
const me = await user.functions.getOneUser(username, loginId);`;
  return (
    <section className="grid gap-5">
      <h2 className="text-2xl">How to call them</h2>
      <CodeBlock label="With realm-web">{example}</CodeBlock>
      <ul className="grid max-w-prose list-disc gap-2 pl-5 marker:text-muted">
        <li>
          Who acts is proved by a loginId, or by the session that <Code>loginUser</Code> bound a
          player to. An argument that names the player who acts must name that one.
        </li>
        <li>
          Money is a number of dollars with two decimals at most. Times are ISO 8601, in UTC. Names
          of players, games and cards are found in any case.
        </li>
        <li>
          Lists have 1,000 rows at most. A call with too many arguments, too few, or others than
          these is refused, and nothing is done.
        </li>
        <li>
          Where an error carries <Code>retryAfterMs</Code>, it says in how many milliseconds to ask
          again.
        </li>
      </ul>
    </section>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="rounded-sm bg-plinth px-1.5 py-0.5 font-mono text-sm">{children}</code>;
}
