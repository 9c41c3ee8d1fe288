import { adminMoneyMutations } from './admin-money-mutations.ts';
import { codeMutations } from './code-mutations.ts';
import { collectionMutations } from './collection-mutations.ts';
import { gameplayMutations } from './gameplay-mutations.ts';
import { marketMutations } from './market-mutations.ts';
import type { Mutation } from './mutation.ts';
import { orderMutations } from './order-mutations.ts';
import { purchaseMutations } from './purchase-mutations.ts';
import { tradeMutations } from './trade-mutations.ts';
import { walletMutations } from './wallet-mutations.ts';

/** Each removes one protection of the economy; the simulator must notice it. */
export const mutations: readonly Mutation[] = [
  ...walletMutations,
  ...purchaseMutations,
  ...marketMutations,
  ...orderMutations,
  ...tradeMutations,
  ...collectionMutations,
  ...gameplayMutations,
  ...adminMoneyMutations,
  ...codeMutations,
];
