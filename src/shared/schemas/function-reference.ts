/** An argument of a function, as programmers read of it. */
export interface ArgumentReference {
  name: string;
  /** In words. */
  type: string;
  says: string;
  /** Of an object: what is in it. */
  fields: readonly ArgumentReference[];
}

/** A function that programs call by name, as programmers read of it: plain data, for every door. */
export interface FunctionReference {
  name: string;
  /** Under which heading it stands. */
  group: string;
  says: string;
  /** Who may call it: guests are logged in, players are registered. */
  callers: 'anybody' | 'logged in' | 'player' | 'admin';
  /** How a no is told: as a failed call, in `error`, or in `error` beside `success: false`. */
  tellsNo: 'throws' | 'error' | 'success or error';
  /** Its arguments by position, in each way to call it. */
  forms: readonly (readonly ArgumentReference[])[];
  /** As code: a call, and its answer. */
  example: { call: string; answer: string };
}
