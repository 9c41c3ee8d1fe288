import { Download, Eye, EyeOff, Images, Layers, PackageOpen } from 'lucide-react';
import { getOwnGame } from '#domain/catalog/own-games/list-own-games.ts';
import { updateOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { addSale, endSale } from '#domain/catalog/prices/change-sales.ts';
import { listGroupsOfGame } from '#domain/groups/game-groups.ts';
import { countTradingOfGame } from '#domain/moderation/hidden-games/count-trading-of-game.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { getSiteSettings } from '#domain/site/read-site-settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endSaleInput, newSaleInput, ownGameVersion } from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { AudienceForm } from '../../components/own-games/audience-form.tsx';
import { GameSales } from '../../components/own-games/game-sales.tsx';
import { GroupPrices } from '../../components/own-games/group-prices.tsx';
import { HideGameQuestion } from '../../components/own-games/hide-game-question.tsx';
import { OwnGameForm } from '../../components/own-games/own-game-form.tsx';
import { readOwnGame } from '../../read-own-game.ts';
import { runGameAction, runGameLoader } from '../../run-catalog-page.ts';
import {
  runAudienceForm,
  runEndGroupPriceForm,
  runGroupPriceForm,
} from '../../run-game-groups-form.ts';
import type { Route } from './+types/own-game';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Edit ${loaderData.name}` : 'Not found', matches);

export const handle = { failure: 'Failed to load this game.' };

export async function loader(args: Route.LoaderArgs) {
  return runGameLoader(args, async (ctx, gameId, url) => {
    const [game, { timeZone }, audience] = await Promise.all([
      getOwnGame(ctx, gameId),
      getSiteSettings(ctx),
      listGroupsOfGame(ctx, gameId),
    ]);
    const asks = url.searchParams.get('ask') === 'hide' && !game.isHidden;
    return {
      ...game,
      timeZone,
      audience,
      trading: asks ? await countTradingOfGame(ctx, game.id) : null,
      endedSale: game.sales.find(({ id }) => id === url.searchParams.get('end')),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runGameAction(args, async (ctx, form, gameId) => {
    const intent = form.get('intent');
    switch (intent) {
      case 'save': {
        const { version } = parseInput(ownGameVersion, form);
        const input = readOwnGame(form);
        await updateOwnGame(ctx, { gameId, version, input });
        return { done: 'The game is saved.' };
      }
      case 'hide':
      case 'show':
        await setGameHidden(ctx, {
          gameId,
          isHidden: intent === 'hide',
          keepsTrading: form.get('keepsTrading') === 'yes',
        });
        return { done: intent === 'hide' ? 'The game is hidden.' : 'The game is shown.' };
      case 'audience':
        return runAudienceForm(ctx, form, gameId);
      case 'group-price':
        return runGroupPriceForm(ctx, form, gameId);
      case 'end-group-price':
        return runEndGroupPriceForm(ctx, form, gameId);
      case 'add-sale': {
        const { timeZone } = await getSiteSettings(ctx);
        const { salePrice: price, ...times } = parseInput(newSaleInput(timeZone), form);
        await addSale(ctx, { gameId, price, ...times });
        return { done: 'The sale is added.' };
      }
      case 'end-sale':
        await endSale(ctx, { gameId, ...parseInput(endSaleInput, form) });
        return { done: 'The sale is over.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('game-failed');

/** A game of the site with everything that its editors change. */
export default function OwnGamePage({ loaderData: game, actionData }: Route.ComponentProps) {
  const { done, failure, failureOf } = useToastedResult(actionData);
  const path = `/admin/games/${game.id}`;
  const isInForm =
    failureOf('save') ?? failureOf('add-sale') ?? failureOf('audience') ?? failureOf('group-price');

  return (
    <AdminPage
      current="games"
      failure={failure}
      title={game.name}
      back={{ to: '/admin/games', label: 'Back to the games' }}
      actions={
        <>
          <ButtonLink to={`/admin/games/${game.id}/pictures`} variant="quiet">
            <Images aria-hidden />
            Pictures
          </ButtonLink>
          <ButtonLink to={`/admin/games/${game.id}/cards`} variant="quiet">
            <Layers aria-hidden />
            Cards
          </ButtonLink>
          <ButtonLink to={`/admin/games/${game.id}/delivery`} variant="quiet">
            <PackageOpen aria-hidden />
            What owners get
          </ButtonLink>
          <ButtonLink to={`/admin/games/${game.id}/downloads`} variant="quiet">
            <Download aria-hidden />
            Downloads
          </ButtonLink>
          <ButtonLink to={`/game-info/${game.id}`} variant="quiet">
            Open its page
          </ButtonLink>
          {game.isHidden ? (
            <ButtonForm values={{ intent: 'show' }} action={path} size="md">
              <Eye aria-hidden />
              Show again
            </ButtonForm>
          ) : (
            <DialogLink to={`${path}?ask=hide`} icon={EyeOff} size="md">
              Hide
            </DialogLink>
          )}
        </>
      }
    >
      <FormMessages done={done} failure={isInForm ? null : failure} />
      <HideGameQuestion trading={game.trading} name={game.name} path={path} />
      {game.isHidden && (
        <Alert>
          This game is hidden. Only its owners see it, in their libraries. Its cards{' '}
          {game.keepsTrading ? 'can still' : 'cannot'} be traded.
        </Alert>
      )}
      <OwnGameForm
        // After a save the fields show what was stored.
        key={game.version}
        game={game}
        roles={game.roles}
        defaultPrice={game.defaultPrice}
      />
      <GameSales sales={game.sales} path={path} asked={game.endedSale} timeZone={game.timeZone} />
      <GroupPrices groups={game.audience.groups} />
      <AudienceForm {...game.audience} />
    </AdminPage>
  );
}
