import { accountFunctions } from './accounts.ts';
import { messageFunctions } from './chat.ts';
import { collectionFunctions } from './collections.ts';
import type { RealmFunction } from './define-function.ts';
import { discussionFunctions } from './discussions.ts';
import { friendFunctions } from './friends.ts';
import { gameFunctions } from './games-and-cards.ts';
import { marketFunctions } from './market.ts';
import { marketOrderFunctions } from './market-orders.ts';
import { moderationFunctions } from './moderation.ts';
import { profileFunctions } from './profiles.ts';
import { tradeFunctions } from './trades.ts';
import { moneyFunctions } from './wallet.ts';

/** Every function, in the order of the reference. */
const allFunctions: readonly RealmFunction[] = [
  ...accountFunctions,
  ...profileFunctions,
  ...moneyFunctions,
  ...gameFunctions,
  ...collectionFunctions,
  ...marketFunctions,
  ...tradeFunctions,
  ...marketOrderFunctions,
  ...friendFunctions,
  ...messageFunctions,
  ...discussionFunctions,
  ...moderationFunctions,
];

/** All functions by name. */
export const functionRegistry: ReadonlyMap<string, RealmFunction> = new Map(
  allFunctions.map((definition) => [definition.name, definition]),
);
