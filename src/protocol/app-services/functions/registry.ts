import { accountFunctions } from './accounts.ts';
import type { FunctionRow } from './define.ts';
import { discussionFunctions } from './discussions.ts';
import { friendFunctions } from './friends.ts';
import { gameFunctions } from './games.ts';
import { marketFunctions } from './market.ts';
import { messageFunctions } from './messages.ts';
import { moderationFunctions } from './moderation.ts';
import { moneyFunctions } from './money.ts';
import { profileFunctions } from './profiles.ts';

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
