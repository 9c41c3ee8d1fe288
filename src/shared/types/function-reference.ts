import type { ApiKeyScope } from '../constants/accounts/api-key-scopes.ts';

/** An argument of a function in the reference. */
export interface ArgumentReference {
  name: string;
  /** Its type in words. */
  type: string;
  description: string;
  /** The fields of an object. */
  fields: readonly ArgumentReference[];
}

/** A function of the Realm API in the reference, as plain data. */
export interface FunctionReference {
  name: string;
  /** The heading in the reference. */
  group: string;
  description: string;
  /** Who may call it. 'logged in' includes guests, 'player' does not. */
  callers: 'anybody' | 'logged in' | 'player' | 'admin';
  /** The scope that an API key needs for it. */
  scope: ApiKeyScope;
  /** How a function reports an error: as a failed call, in `error`, or in `error` with `success: false`. */
  errorStyle: 'throws' | 'error' | 'success or error';
  /** The arguments by position, for each way to call it. */
  signatures: readonly (readonly ArgumentReference[])[];
  /** A call and its result as code. */
  example: { call: string; answer: string };
}
