import { editGame, setEditedCover, takeBackField } from '#domain/catalog/edited-games/edit-game.ts';
import { getEditedGame } from '#domain/catalog/edited-games/get-edited-game.ts';
import { addSale, endSale } from '#domain/catalog/prices/change-sales.ts';
import { uploadSitePicture } from '#domain/gallery/site-pictures/upload-site-picture.ts';
import { listGroupsOfGame } from '#domain/groups/game-groups.ts';
import { getSiteSettings } from '#domain/site/read-site-settings.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { takeBackInput } from '#shared/schemas/edited-games.ts';
import {
  endSaleInput,
  newCoverInput,
  newSaleInput,
  ownGameVersion,
} from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { pictureLimit } from '#web/lib/actions/file-sizes.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { requireFiles } from '#web/lib/actions/sent-files.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { AudienceForm } from '../../components/own-games/audience-form.tsx';
import { EditedCoverPanel } from '../../components/own-games/edited-cover-panel.tsx';
import { EditedGameForm } from '../../components/own-games/edited-game-form.tsx';
import { GameSales } from '../../components/own-games/game-sales.tsx';
import { GroupPrices } from '../../components/own-games/group-prices.tsx';
import { TakeBackForms } from '../../components/own-games/source-value.tsx';
import { readEditedGame } from '../../read-own-game.ts';
import { runGameAction, runGameLoader } from '../../run-catalog-page.ts';
import {
  runAudienceForm,
  runEndGroupPriceForm,
  runGroupPriceForm,
} from '../../run-game-groups-form.ts';
import type { Route } from './+types/edited-game';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Edit ${loaderData.name}` : 'Not found', matches);

export const handle = { failure: 'Failed to load this game.' };

export async function loader(args: Route.LoaderArgs) {
  return runGameLoader(args, async (ctx, gameId, url) => {
    // Games of the site have a page of their own.
    if (gameId >= ownGameConstants.idsFrom) throw redirect(`/admin/games/${gameId}`);
    const [game, { timeZone }, audience] = await Promise.all([
      getEditedGame(ctx, gameId),
      getSiteSettings(ctx),
      listGroupsOfGame(ctx, gameId),
    ]);
    return {
      ...game,
      timeZone,
      audience,
      endedSale: game.sales.find(({ id }) => id === url.searchParams.get('end')),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runGameAction(args, async (ctx, form, gameId) => {
    switch (form.get('intent')) {
      case 'save': {
        const { version } = parseInput(ownGameVersion, form);
        await editGame(ctx, { gameId, version, input: readEditedGame(form) });
        return { done: 'The game is saved.' };
      }
      case 'take-back':
        await takeBackField(ctx, { gameId, ...parseInput(takeBackInput, form) });
        return { done: 'The game has what its source says again.' };
      case 'cover': {
        const { version } = parseInput(ownGameVersion, form);
        const { altText } = parseInput(newCoverInput, form);
        const [file] = requireFiles(form, 'cover', 'Choose a picture.');
        if (!file) throw new AppError('bad-input');
        await getEditedGame(ctx, gameId);
        const { id } = await uploadSitePicture(ctx, file, args.request.signal);
        await setEditedCover(ctx, { gameId, version, pictureId: id, altText });
        return { done: 'The cover is saved.' };
      }
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

export const clientAction = sendFiles<typeof action>('game-failed', pictureLimit('cover'));

/** A game of the bundled catalog or of the games database, with everything that editors of the site change. */
export default function EditedGamePage({ loaderData: game, actionData }: Route.ComponentProps) {
  const { done, failure, failureOf } = useToastedResult(actionData);
  const isInForm = ['save', 'add-sale', 'cover', 'audience', 'group-price'].some(
    (intent) => failureOf(intent) !== null,
  );
  return (
    <AdminPage
      current="games"
      failure={failure}
      title={game.name}
      back={{ to: '/admin/games/all', label: 'Back to all games' }}
    >
      <FormMessages done={done} failure={isInForm ? null : failure} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 max-w-prose flex-1 basis-60 text-muted wrap-anywhere">
          This game comes from{' '}
          {game.source === 'bundle' ? 'the bundled catalog' : 'a games database'}. What you change
          stays when it is read from there again.
        </p>
        <ButtonLink to={`/game-info/${game.id}`} variant="quiet">
          Open its page
        </ButtonLink>
      </div>
      {game.isHidden && (
        <Alert>This game is hidden. Only its owners see it, in their libraries.</Alert>
      )}
      <EditedGameForm
        // After a save the fields show what was stored.
        key={game.version}
        game={game}
      />
      <TakeBackForms game={game} />
      <EditedCoverPanel game={game} />
      <GameSales
        sales={game.sales}
        path={`/admin/games/all/${game.id}`}
        asked={game.endedSale}
        timeZone={game.timeZone}
      />
      <GroupPrices groups={game.audience.groups} />
      <AudienceForm {...game.audience} />
    </AdminPage>
  );
}
