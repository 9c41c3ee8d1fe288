import { Download, Eye, EyeOff, Images, Layers, PackageOpen } from 'lucide-react';
import { useEffect } from 'react';
import { Form } from 'react-router';
import { getOwnGame } from '#domain/catalog/own-games/list-own-games.ts';
import { updateOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { addSale, endSale } from '#domain/catalog/prices/change-sales.ts';
import { countTradingOfGame } from '#domain/moderation/hidden-games/count-trading-of-game.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  endSaleInput,
  newSaleInput,
  ownGameInput,
  ownGameVersion,
} from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageBack } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { GameSales } from '../components/game-sales.tsx';
import { HideGameQuestion } from '../components/hide-game-question.tsx';
import { OwnGameForm } from '../components/own-game-form.tsx';
import { joinGenres, requireCatalogForm, requireCatalogPage } from '../require-catalog-page.ts';
import type { Route } from './+types/own-game';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Edit ${loaderData.name}` : 'Not found', matches);

export const handle = { failure: 'Failed to load this game.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    requireCatalogPage(ctx);
    const game = await getOwnGame(ctx, readCatalogId(args.params.gameId, 'game-not-found'));
    const asks = url.searchParams.get('ask') === 'hide' && !game.isHidden;
    return {
      ...game,
      trading: asks ? await countTradingOfGame(ctx, game.id) : null,
      endedSale: game.sales.find(({ id }) => id === url.searchParams.get('end')),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'game-failed', async (ctx, form) => {
    requireCatalogForm(ctx);
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const intent = form.get('intent');
    switch (intent) {
      case 'save': {
        const { version } = parseInput(ownGameVersion, form);
        const input = parseInput(ownGameInput, joinGenres(form));
        await updateOwnGame(ctx, { gameId, version, input });
        return { successText: 'The game is saved.' };
      }
      case 'hide':
      case 'show':
        await setGameHidden(ctx, { gameId, isHidden: intent === 'hide' });
        return { successText: intent === 'hide' ? 'The game is hidden.' : 'The game is shown.' };
      case 'add-sale': {
        const { salePrice: price, ...times } = parseInput(newSaleInput, form);
        await addSale(ctx, { gameId, price, ...times });
        return { successText: 'The sale is added.' };
      }
      case 'end-sale':
        await endSale(ctx, { gameId, ...parseInput(endSaleInput, form) });
        return { successText: 'The sale is over.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'game-failed');
}

/** A game of the site with everything that its editors change. */
export default function OwnGamePage({
  loaderData: game,
  actionData: latest,
}: Route.ComponentProps) {
  const actionData = useLastActionData(latest);
  const failure = useFormError(actionData);
  const successText = actionData && 'successText' in actionData ? actionData.successText : null;
  const toast = useToast();
  const path = `/admin/games/${game.id}`;
  const pending = usePending({ intent: game.isHidden ? 'show' : 'hide' });
  const failureOf = (intent: string) => (failure?.typed.intent === intent ? failure : null);
  const otherFailure =
    failure && !['save', 'add-sale'].includes(failure.typed.intent ?? '') ? failure : null;

  useEffect(() => {
    if (actionData && 'successText' in actionData) toast.success(actionData.successText);
  }, [actionData, toast]);

  return (
    <AdminPage current="games">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <PageBack to="/admin/games" label="Back to the games" />
          <h2 className="text-xl wrap-anywhere">{game.name}</h2>
        </div>
        <div className="flex flex-wrap gap-3">
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
            <Form method="post" action={path} preventScrollReset>
              <input type="hidden" name="intent" value="show" />
              <Button variant="quiet" pending={pending}>
                <Eye aria-hidden />
                Show again
              </Button>
            </Form>
          ) : (
            <ButtonLink to={`${path}?ask=hide`} prefetch="none" preventScrollReset variant="quiet">
              <EyeOff aria-hidden />
              Hide
            </ButtonLink>
          )}
        </div>
      </div>
      {successText && <Alert tone="success">{successText}</Alert>}
      {otherFailure && <Alert tone="failure">{otherFailure.message}</Alert>}
      <HideGameQuestion trading={game.trading} name={game.name} path={path} pending={pending} />
      {game.isHidden && (
        <Alert>
          This game is hidden. Only its owners see it, in their libraries. Its cards cannot be
          traded.
        </Alert>
      )}
      <OwnGameForm
        // After a save the fields show what was stored.
        key={game.version}
        game={game}
        roles={game.roles}
        defaultPrice={game.defaultPrice}
        failure={failureOf('save')}
      />
      <GameSales
        sales={game.sales}
        failure={failureOf('add-sale')}
        path={path}
        asked={game.endedSale}
      />
    </AdminPage>
  );
}
