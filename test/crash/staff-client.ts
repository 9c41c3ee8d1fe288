import { UnexpectedAnswer } from './unexpected-answer.ts';
import { Visitor } from './web-client.ts';

const password = 'a long password';

/** A moderator or admin who sends forms without scripts. */
export class StaffClient {
  readonly username: string;
  readonly #visitor: Visitor;

  /** @param address the IPv4 address that its requests claim. */
  constructor(username: string, address: string) {
    this.username = username;
    this.#visitor = new Visitor(address);
  }

  /** Registers and logs in. */
  async join(origin: string): Promise<void> {
    const { username } = this;
    const account = { username, password, email: `${username}@example.com` };
    await this.#visitor.send(origin, '/register', account);
    await this.#visitor.send(origin, '/login', account);
  }

  /**
   * Sends a form. Returns the page of the answer.
   * @throws Error without an answer; `UnexpectedAnswer` for another one than success.
   */
  async send(
    origin: string,
    path: string,
    fields: Record<string, string> | FormData,
  ): Promise<string> {
    const { status, html } = await this.#visitor.post(origin, path, fields);
    // While Postgres is gone and the application still runs.
    if (status === 503) throw new Error('The database was killed.');
    if (status !== 200) throw new UnexpectedAnswer(`${path} answered ${status}.`);
    return html;
  }
}

/** Runs `work` until the server fails. @throws UnexpectedAnswer that `work` throws. */
export async function runUntilFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UnexpectedAnswer) throw error;
  }
}
