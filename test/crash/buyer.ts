import { UnexpectedAnswer } from './unexpected-answer.ts';
import { formFields, Visitor } from './web-client.ts';

/** A form that was sent and not acknowledged. It is sent again without changes. */
interface Sent {
  path: string;
  fields: Record<string, string>;
}

/** A player who buys one game after the other and records what the server acknowledged. */
export class Buyer {
  readonly username: string;
  readonly bought: number[] = [];
  readonly #visitor: Visitor;
  readonly #password = 'a long password';
  readonly #games: readonly number[];
  #unanswered: Sent | null = null;

  constructor(number: number, games: readonly number[]) {
    this.username = `buyer${number}`;
    this.#visitor = new Visitor(`203.0.113.${number}`);
    this.#games = games;
  }

  /** Registers, logs in and adds money. */
  async join(origin: string): Promise<void> {
    const account = {
      username: this.username,
      password: this.#password,
      email: `${this.username}@example.com`,
    };
    await this.#expect(200, origin, '/register', account);
    await this.#expect(302, origin, '/login', account);
    const fields = formFields(await this.#visitor.read(origin, '/add-money'), 'Add');
    await this.#expect(200, origin, '/add-money', { ...fields, amount: '500' });
  }

  /** Buys until the server fails. Calls `onBought` for each acknowledged purchase. */
  async buyUntilFailure(origin: string, onBought: () => void): Promise<void> {
    for (;;) {
      try {
        await this.#buyNext(origin);
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error;
        return;
      }
      onBought();
    }
  }

  /** Sends the unacknowledged form again. */
  async resendUnanswered(origin: string): Promise<void> {
    if (this.#unanswered) await this.#buyNext(origin);
  }

  async #buyNext(origin: string): Promise<void> {
    this.#unanswered ??= await this.#fillIn(origin);
    const { path, fields } = this.#unanswered;
    const status = await this.#visitor.send(origin, path, fields);
    if (status >= 500) throw new Error(`${path} answered ${status}`);
    if (status >= 400) throw new UnexpectedAnswer(`${this.username}: ${path} answered ${status}`);
    this.bought.push(Number(path.split('/').at(-1)));
    this.#unanswered = null;
  }

  async #fillIn(origin: string): Promise<Sent> {
    const gameId = this.#games[this.bought.length];
    if (gameId === undefined) throw new UnexpectedAnswer('There are no more games.');
    const path = `/game-info/${gameId}`;
    const fields = formFields(await this.#visitor.read(origin, path), 'Buy');
    if (!fields?.key) throw new UnexpectedAnswer(`${path} has no form to buy with.`);
    return { path, fields };
  }

  async #expect(status: number, origin: string, path: string, fields: Record<string, string>) {
    const answered = await this.#visitor.send(origin, path, fields);
    if (answered !== status) throw new Error(`${this.username}: ${path} answered ${answered}`);
  }
}
