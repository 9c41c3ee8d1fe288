import { ImagePlus, Images } from 'lucide-react';
import { listPictures } from '#domain/gallery/list-pictures.ts';
import { galleryQuery } from '#shared/schemas/gallery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { addPicturePath, galleryPath } from '#web/paths/gallery.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PictureGallery } from '../components/picture-gallery.tsx';
import type { Route } from './+types/gallery.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Community', matches);

export const handle = { failure: 'Failed to load pictures.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { after } = parseInput(galleryQuery, url.searchParams);
    return { ...(await listPictures(ctx, { after })), after, now: getPageTime(ctx) };
  });
}

/** The pictures of the community, newest first. */
export default function Community({ loaderData }: Route.ComponentProps) {
  const { pictures, next, after, now } = loaderData;
  const isGuest = useViewer()?.role === 'guest';
  return (
    <Page width="wide">
      <PageHeader
        title="Community"
        intro="What players have seen and shown."
        back={after === null ? undefined : { to: galleryPath, label: 'Newest pictures' }}
        actions={
          isGuest ? (
            <RegisterButton>Register to add pictures</RegisterButton>
          ) : (
            <ButtonLink to={addPicturePath}>
              <ImagePlus aria-hidden />
              Add picture
            </ButtonLink>
          )
        }
      />
      <section aria-labelledby="gallery-title">
        <h2 id="gallery-title" className="sr-only">
          Pictures
        </h2>
        {pictures.length === 0 ? (
          <EmptyState
            icon={Images}
            action={
              after !== null ? (
                <ButtonLink to={galleryPath}>See the newest pictures</ButtonLink>
              ) : (
                !isGuest && <ButtonLink to={addPicturePath}>Add the first picture</ButtonLink>
              )
            }
          >
            {after === null ? 'Nobody has added a picture yet.' : 'There are no older pictures.'}
          </EmptyState>
        ) : (
          <PictureGallery key={after} first={{ pictures, next }} now={now} />
        )}
      </section>
    </Page>
  );
}
