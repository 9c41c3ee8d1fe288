import type { ApiCaller } from '#domain/accounts/api-clients/api-caller.ts';
import type { Ctx } from '#domain/context.ts';
import type { Argument, Outputs } from './arguments.ts';

/** Who may call a function: guests are logged in, players are registered. */
export type Callers = 'anybody' | 'logged in' | 'player' | 'admin';

export type FunctionGroup =
  | 'Session'
  | 'Players'
  | 'Money'
  | 'Games and cards'
  | 'Market'
  | 'Friends and messages'
  | 'Discussions'
  | 'Moderation';

/** How a no is told: as a failed call, in `error`, or in `error` beside `success: false`. */
export type TellsNo = 'throws' | 'error' | 'success or error';

/** One way to call a function: its arguments by position, and what it does with them. */
export interface Form {
  arguments: readonly Argument[];
  run(ctx: Ctx, values: readonly unknown[], caller: ApiCaller): Promise<unknown>;
}

/** A function of the table in `docs/product.md`, 17.2. */
export interface FunctionRow {
  name: string;
  /** Under which heading the reference has it. */
  group: FunctionGroup;
  callers: Callers;
  tellsNo: TellsNo;
  says: string;
  /** Takes much to answer: an account, or an address, has a budget of such calls. */
  heavy?: true;
  /** Answers a long list, which a node makes few of at once. */
  tellsList?: true;
  /** Has the shared list that it changes read anew: who changed something sees that in the next one. */
  forgets?(ctx: Pick<Ctx, 'db'>): void;
  /** Ways to call it, told apart by how many arguments were sent and by which of them is an object. */
  forms: readonly Form[];
  example: { arguments: readonly unknown[]; answer: unknown };
}

/** Makes a form whose `run` gets its arguments as their schemas read them. */
export function form<const Arguments extends readonly Argument[]>(
  list: Arguments,
  run: (ctx: Ctx, values: Outputs<Arguments>, caller: ApiCaller) => Promise<unknown>,
): Form {
  return {
    arguments: list,
    // `readArguments` gives them in this order and of these types.
    run: (ctx, values, caller) => run(ctx, values as Outputs<Arguments>, caller),
  };
}
