import type { FunctionRow } from './define.ts';
import { doorFunctions } from './door.ts';
import { friendFunctions } from './friends.ts';
import { marketFunctions } from './market.ts';
import { profileFunctions } from './profiles.ts';

/** Every function, in the order in which the reference tells of them. */
const functionRows: readonly FunctionRow[] = [
  ...doorFunctions,
  ...profileFunctions,
  ...marketFunctions,
  ...friendFunctions,
];

export const functions: ReadonlyMap<string, FunctionRow> = new Map(
  functionRows.map((row) => [row.name, row]),
);
