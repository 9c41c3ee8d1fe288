import { setGroupPrice } from '#domain/catalog/prices/set-group-price.ts';
import type { Ctx } from '#domain/context.ts';
import { setGameGroups } from '#domain/groups/game-groups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { gameAudienceInput } from '#shared/schemas/groups.ts';
import { endGroupPriceInput, groupPriceInput } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** Runs the form that says for whom a game exists, which the pages of all games have. */
export async function runAudienceForm(ctx: Ctx, form: FormData, gameId: number) {
  const groups = form.getAll('group').map(String);
  const input = parseInput(gameAudienceInput, { audience: form.get('audience'), groups });
  const groupIds = input.audience === 'groups' ? input.groups : null;
  // A text of the form: none of its checkboxes shows the error of a field.
  if (groupIds?.length === 0) throw new AppError('bad-input', { text: 'Choose a group.' });
  await setGameGroups(ctx, { gameId, groupIds });
  return { done: groupIds ? 'Only members see the game now.' : 'Everybody sees the game now.' };
}

/** Runs the form that sets the price of a game for the members of a group. */
export async function runGroupPriceForm(ctx: Ctx, form: FormData, gameId: number) {
  const { groupId, groupPrice: price } = parseInput(groupPriceInput, form);
  await setGroupPrice(ctx, { gameId, groupId, price });
  return { done: 'The price for the group is saved.' };
}

/** Ends the price of a game for the members of a group. */
export async function runEndGroupPriceForm(ctx: Ctx, form: FormData, gameId: number) {
  const { groupId } = parseInput(endGroupPriceInput, form);
  await setGroupPrice(ctx, { gameId, groupId, price: null });
  return { done: 'The price for the group is over.' };
}
