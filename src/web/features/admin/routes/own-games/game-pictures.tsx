import { ImagePlus, Trash2, Upload } from 'lucide-react';
import { Form } from 'react-router';
import {
  getGamePictures,
  moveGamePicture,
  removeGamePicture,
  setGameCover,
  setGamePictureText,
} from '#domain/catalog/own-games/game-pictures.ts';
import { uploadSitePicture } from '#domain/gallery/site-pictures/upload-site-picture.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { imageTypes } from '#shared/constants/gallery/image-types.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  gamePictureInput,
  gamePicturesQuery,
  gamePictureTextInput,
  newCoverInput,
} from '#shared/schemas/own-games.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { pictureLimit } from '#web/lib/actions/file-sizes.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { requireFiles } from '#web/lib/actions/sent-files.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { revalidateUnlessServerError } from '#web/lib/actions/submit-to-server.ts';
import { useToastedResult } from '#web/lib/actions/use-toasted-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormMessages } from '#web/ui/forms/form-messages.tsx';
import { GameCover } from '#web/ui/games/game-cover.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { GamePictureItem } from '../../components/own-games/game-picture-item.tsx';
import { runGameAction, runGameLoader } from '../../run-catalog-page.ts';
import { uploadGamePictures } from '../../upload-game-pictures.ts';
import type { Route } from './+types/game-pictures';

const { picturesMax, pictureTextMax } = ownGameConstants;
const fileHint = 'JPEG, PNG, WebP, GIF or AVIF, up to 10 MB.';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? `Pictures of ${loaderData.name}` : 'Not found', matches);

export const handle = { failure: 'Failed to load the pictures of this game.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runGameLoader(args, async (ctx, gameId, url) => {
    const { remove } = parseInput(gamePicturesQuery, {
      remove: url.searchParams.get('remove'),
    });
    return { gameId, remove, ...(await getGamePictures(ctx, gameId)) };
  });
}

export async function action(args: Route.ActionArgs) {
  return runGameAction(args, async (ctx, form, gameId) => {
    const intent = form.get('intent');
    switch (intent) {
      case 'cover': {
        const { altText } = parseInput(newCoverInput, form);
        const [file] = requireFiles(form, 'cover', 'Choose a picture.');
        if (!file) throw new AppError('bad-input');
        await getGamePictures(ctx, gameId);
        const { id } = await uploadSitePicture(ctx, file, args.request.signal);
        await setGameCover(ctx, { gameId, pictureId: id, altText });
        return { done: 'The cover is saved.' };
      }
      case 'add': {
        const files = requireFiles(form, 'pictures', 'Choose one or more pictures.');
        await uploadGamePictures(ctx, { gameId, files, signal: args.request.signal });
        const one = files.length === 1;
        return { done: one ? 'The picture is added.' : 'The pictures are added.' };
      }
      case 'text':
        await setGamePictureText(ctx, { gameId, ...parseInput(gamePictureTextInput, form) });
        return { done: 'The text is saved.' };
      case 'up':
      case 'down': {
        const { pictureId } = parseInput(gamePictureInput, form);
        await moveGamePicture(ctx, { gameId, pictureId, by: intent === 'up' ? -1 : 1 });
        return { done: 'The order is saved.' };
      }
      case 'remove':
        await removeGamePicture(ctx, { gameId, ...parseInput(gamePictureInput, form) });
        return { done: 'The picture is removed.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendFiles<typeof action>(
  'game-failed',
  pictureLimit('cover'),
  pictureLimit('pictures'),
);

// Of several pictures some may have been added although another one was rejected.
export const shouldRevalidate = revalidateUnlessServerError;

/** The cover and the other pictures of a game of the site. */
export default function GamePictures({ loaderData, actionData }: Route.ComponentProps) {
  const { gameId, name, cover, others, remove } = loaderData;
  const { done, failure, failureOf } = useToastedResult(actionData);
  const savingCover = usePending({ intent: 'cover' });
  const adding = usePending({ intent: 'add' });
  const coverFailure = failureOf('cover');
  const path = `/admin/games/${gameId}/pictures`;
  const removed = [cover, ...others].find((picture) => picture?.id === remove) ?? null;

  return (
    <AdminPage
      failure={failure}
      current="games"
      back={{ to: `/admin/games/${gameId}`, label: 'Back to the game' }}
      title={`Pictures of ${name}`}
    >
      <FormMessages done={done} failure={failure} />
      <RemovalDialog
        open={removed !== null}
        title="Remove this picture?"
        path={path}
        values={{ intent: 'remove', pictureId: removed?.id ?? '' }}
        button="Remove"
      >
        <p>It disappears from the page of the game, and its file is deleted.</p>
      </RemovalDialog>
      <Panel title="Cover">
        <div className="grid gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <div className="grid content-start gap-3">
            <div className="overflow-hidden rounded-md">
              <GameCover
                src={cover?.shownPath ?? null}
                alt={cover ? cover.altText || `Cover of ${name}` : 'No cover yet'}
                eager
              />
            </div>
            {cover ? (
              <div>
                <ButtonLink to={`${path}?remove=${cover.id}`} variant="quiet" size="sm">
                  <Trash2 aria-hidden />
                  Remove cover
                </ButtonLink>
              </div>
            ) : (
              <p className="text-sm text-muted">Without a cover, the shop shows this drawing.</p>
            )}
          </div>
          <Form
            // After a save the fields are empty again.
            key={cover?.id ?? 'none'}
            method="post"
            encType="multipart/form-data"
            preventScrollReset
            className="grid content-start gap-5"
          >
            <input type="hidden" name="intent" value="cover" />
            <FileField
              label={cover ? 'Another cover' : 'Cover'}
              name="cover"
              required
              accept={imageTypes.join(',')}
              hint={`${fileHint} Shown in 16:9; what is beyond that is cut off.`}
              error={coverFailure?.fields.cover}
            />
            <TextField
              label="What it shows"
              name="altText"
              maxLength={pictureTextMax}
              hint="For people who do not see the picture."
              defaultValue={coverFailure?.typed.altText ?? cover?.altText ?? ''}
              error={coverFailure?.fields.altText}
            />
            <div>
              <Button pending={savingCover}>
                <Upload aria-hidden />
                {cover ? 'Replace cover' : 'Upload cover'}
              </Button>
            </div>
          </Form>
        </div>
      </Panel>
      <Panel title={`Pictures (${others.length} of ${picturesMax})`}>
        {others.length === 0 ? (
          <p className="text-muted">There are no pictures yet. They are on the page of the game.</p>
        ) : (
          <ol className="grid gap-5">
            {others.map((picture, index) => (
              <GamePictureItem
                key={picture.id}
                picture={picture}
                index={index}
                count={others.length}
                removePath={`${path}?remove=${picture.id}`}
              />
            ))}
          </ol>
        )}
        {others.length < picturesMax && (
          <Form
            key={others.length}
            method="post"
            encType="multipart/form-data"
            preventScrollReset
            aria-label="Add pictures"
            className="grid gap-5 border-t border-line pt-5"
          >
            <input type="hidden" name="intent" value="add" />
            <FileField
              label="Add pictures"
              name="pictures"
              required
              multiple
              accept={imageTypes.join(',')}
              hint={`${fileHint} Several at once may have 12 MB together.`}
              error={failureOf('add')?.fields.pictures}
            />
            <div>
              <Button pending={adding}>
                <ImagePlus aria-hidden />
                Add pictures
              </Button>
            </div>
          </Form>
        )}
      </Panel>
    </AdminPage>
  );
}
