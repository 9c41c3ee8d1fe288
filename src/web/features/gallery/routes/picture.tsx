import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Link, type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router';
import { deletePicture } from '#domain/gallery/delete-picture.ts';
import { getPicture } from '#domain/gallery/get-picture.ts';
import { deleteThing } from '#domain/moderation/deleting/delete-thing.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { deletePictureInput, parsePictureId, pictureQuery } from '#shared/schemas/gallery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { HiddenNote } from '#web/features/moderation/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { galleryPath, picturePath } from '#web/paths/gallery.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import {
  DeletePictureDialog,
  DeletePictureForm,
  deleteConsequence,
  deleteQuestion,
} from '../components/delete-picture.tsx';
import { altTextOf } from '../components/picture-alt-text.ts';
import { PictureFacts } from '../components/picture-facts.tsx';
import { usePictureDeletion } from '../components/use-picture-deletion.ts';
import type { Route } from './+types/picture.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? altTextOf(loaderData.picture) : 'Picture', matches);

export const handle = { failure: 'Failed to load this picture.' };

/** @throws AppError `picture-gone` for a text that is not an id. */
function requirePictureId(text: string | undefined): string {
  const id = parsePictureId(text);
  if (id === null) throw new AppError('picture-gone');
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { picture, hidden, newer, older } = await getPicture(
      ctx,
      requirePictureId(args.params.pictureId),
    );
    const isDeletionRequested = parseInput(pictureQuery, url.searchParams).delete !== null;
    return {
      picture,
      hidden,
      newer,
      older,
      isDeletionRequested: isDeletionRequested && picture.deletable !== 'no',
      now: getPageTime(ctx),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'picture-action-failed', async (ctx, form) => {
    const id = requirePictureId(args.params.pictureId);
    if (form.has('reason')) {
      await deleteThing(ctx, {
        kind: 'picture',
        thing: id,
        ...parseInput(deletePictureInput, form),
      });
    } else {
      await deletePicture(ctx, { id });
    }
    // Without scripts the browser shows the next page; that of the picture does not exist any more.
    if (isWithoutScript(args.request)) throw redirect(galleryPath);
    return { deleted: id };
  });
}

export const clientAction = sendForm<typeof action>('picture-action-failed');

/** After the deletion the page cannot be loaded again; the reader leaves it. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionResult, defaultShouldRevalidate } = args;
  return actionResult && 'deleted' in actionResult ? false : defaultShouldRevalidate;
}

/** The page of one picture, for links and without scripts. */
export default function Picture({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { picture, hidden, newer, older, isDeletionRequested, now } = loaderData;
  const { id, full, deletable } = picture;
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const deletion = usePictureDeletion(
    useCallback(() => void navigate(galleryPath, { replace: true }), [navigate]),
  );
  return (
    <Page width="page">
      <PageHeader
        title={altTextOf(picture)}
        back={{ to: galleryPath, label: 'Back to the pictures' }}
      />
      {isDeletionRequested && (
        <section aria-labelledby="delete-title" className="mb-6 grid max-w-form gap-4 panel p-6">
          <h2 id="delete-title" className="text-xl">
            {deleteQuestion}
          </h2>
          <p className="text-muted">{deleteConsequence}</p>
          <DeletePictureForm
            picture={picture}
            fetcher={deletion.fetcher}
            answer={deletion.answer ?? actionData}
          />
        </section>
      )}
      <figure className="grid gap-4">
        <HiddenNote hidden={hidden} kind="picture" thing={id} author={picture.uploader.username} />
        <img
          src={full.path}
          width={full.width}
          height={full.height}
          alt={altTextOf(picture)}
          className="mx-auto h-auto max-h-[78svh] w-auto max-w-full rounded-lg bg-well shadow-lift"
        />
        <figcaption className="panel px-5 py-4">
          <PictureFacts picture={{ ...picture, caption: '' }} now={now} isHidden={hidden !== null}>
            {deletable !== 'no' && !isDeletionRequested && (
              <ButtonLink
                to={`${picturePath(id)}?delete`}
                prefetch="none"
                variant="ghost"
                preventScrollReset
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  deletion.ask(picture);
                }}
              >
                <Trash2 aria-hidden />
                Delete
              </ButtonLink>
            )}
          </PictureFacts>
        </figcaption>
      </figure>
      <nav aria-label="Other pictures" className="mt-8 flex flex-wrap justify-between gap-4">
        <NeighbourLink id={newer}>
          <ChevronLeft aria-hidden className="size-4" />
          Newer picture
        </NeighbourLink>
        <NeighbourLink id={older}>
          Older picture
          <ChevronRight aria-hidden className="size-4" />
        </NeighbourLink>
      </nav>
      {hydrated && (
        <DeletePictureDialog
          picture={deletion.picture}
          fetcher={deletion.fetcher}
          answer={deletion.answer}
          onClose={deletion.cancel}
        />
      )}
    </Page>
  );
}

function NeighbourLink({ id, children }: { id: string | null; children: ReactNode }) {
  if (id === null) return <span />;
  return (
    <Link
      to={picturePath(id)}
      prefetch="intent"
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold"
    >
      {children}
    </Link>
  );
}
