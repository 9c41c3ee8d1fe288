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
      <h2 className="text-2xl">How to call functions</h2>
      <CodeBlock label="With realm-web">{example}</CodeBlock>
      <ul className="grid max-w-prose list-disc gap-2 pl-5 wrap-anywhere marker:text-muted">
        <li>
          A call acts as the player of its loginId. Without a loginId it acts as the player or guest
          that <Code>loginUser</Code> or <Code>loginGuestUser</Code> bound to the session, otherwise
          as the account that the session is logged in to. In this reference, this account is “you”.
        </li>
        <li>
          An argument that is your own username only confirms who acts. A call with another username
          there is rejected.
        </li>
        <li>
          Money is a number of dollars with at most two decimals. Times are ISO 8601, in UTC. Upper
          and lower case make no difference in names of players, games and cards.
        </li>
        <li>A list has at most 1,000 entries.</li>
        <li>
          A call with too few, too many or invalid arguments is rejected and changes nothing. Extra
          fields inside an object are ignored.
        </li>
        <li>
          If a result has <Code>retryAfterMs</Code>, call again after this number of milliseconds. A
          failed call has this time in seconds, in the header <Code>Retry-After</Code>.
        </li>
      </ul>
    </section>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="rounded-sm bg-plinth px-1.5 py-0.5 font-mono text-sm">{children}</code>;
}
