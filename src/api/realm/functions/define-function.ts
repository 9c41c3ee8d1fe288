import type { ApiCaller } from '#domain/accounts/api-clients/sessions/api-caller.ts';
import type { Ctx } from '#domain/context.ts';
import type { Argument, NamedValues } from './arguments.ts';

/** Who may call a function. 'logged in' includes guests, 'player' does not. */
export type Callers = 'anybody' | 'logged in' | 'player' | 'admin';

export type FunctionGroup =
  | 'Session'
  | 'Players'
  | 'Money'
  | 'Games and cards'
  | 'Market'
  | 'Trades'
  | 'Friends and messages'
  | 'Discussions'
  | 'Moderation';

/** How a function reports an error: as a failed call, in `error`, or in `error` with `success: false`. */
export type ErrorStyle = 'throws' | 'error' | 'success or error';

/** One way to call a function: its arguments in the order of a call, and its code. */
export interface Signature {
  arguments: readonly Argument[];
  /** `values` are the parsed arguments by name. */
  run(ctx: Ctx, values: Record<string, unknown>, caller: ApiCaller): Promise<unknown>;
}

/** A function of the Realm API. `docs/product.md`, 17.2, has a table of all functions. */
export interface RealmFunction {
  name: string;
  /** The heading in the reference. */
  group: FunctionGroup;
  callers: Callers;
  errorStyle: ErrorStyle;
  description: string;
  /** Calls are rate-limited by account, or by IP address for callers without an account. */
  expensive?: true;
  /** The result can be large. A node creates only a few such results at once. */
  hasLargeResult?: true;
  /** Invalidates the cached list that the function changes, so that the caller sees the change. */
  invalidateCache?(ctx: Pick<Ctx, 'readCache' | 'events'>): void;
  /** Ways to call it. They differ in the number of arguments or in which of them is an object. */
  signatures: readonly Signature[];
  example: { arguments: readonly unknown[]; answer: unknown };
}

/**
 * Defines a signature: clients send the arguments in the order of `list`, and `run` gets them by
 * name, parsed and with their types.
 */
export function defineSignature<const Arguments extends readonly Argument[]>(
  list: Arguments,
  run: (ctx: Ctx, values: NamedValues<Arguments>, caller: ApiCaller) => Promise<unknown>,
): Signature {
  return {
    arguments: list,
    // `parseArguments` returns the values by these names and with these types.
    run: (ctx, values, caller) => run(ctx, values as NamedValues<Arguments>, caller),
  };
}
