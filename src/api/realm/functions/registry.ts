import { accountFunctions } from './accounts.ts';
import { gameFunctions } from './catalog.ts';
import { messageFunctions } from './chat.ts';
import type { FunctionRow } from './define-function.ts';
import { discussionFunctions } from './discussions.ts';
import { friendFunctions } from './friends.ts';
import { marketFunctions } from './market.ts';
import { moderationFunctions } from './moderation.ts';
import { profileFunctions } from './profiles.ts';
import { moneyFunctions } from './wallet.ts';

/** Every function, in the order in which the reference tells of them. */
const functionRows: readonly FunctionRow[] = [
  ...accountFunctions,
  ...profileFunctions,
  ...moneyFunctions,
  ...gameFunctions,
  ...marketFunctions,
  ...friendFunctions,
  ...messageFunctions,
  ...discussionFunctions,
  ...moderationFunctions,
];

export const functions: ReadonlyMap<string, FunctionRow> = new Map(
  functionRows.map((row) => [row.name, row]),
);
