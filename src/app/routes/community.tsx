import { ImagePlus, Images } from 'lucide-react';
import { listPictures } from '#domain/pictures/list-pictures.ts';
import { galleryQuery } from '#shared/inputs/pictures.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Gallery } from '../components/gallery/gallery.tsx';
import { cameraPath, galleryPath } from '../components/gallery/gallery-picture.ts';
import { Page, PageHeader } from '../components/page.tsx';
import { loadGuarded, parse } from '../door.ts';
import { screenHead } from '../page-head.ts';
import type { Route } from './+types/community.ts';

export const meta: Route.MetaFunction = () => screenHead('Community');

export const handle = { failure: 'Failed to load pictures.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, _actor, url) => {
    const { after } = parse(galleryQuery, url.searchParams);
    return { ...(await listPictures(ctx, { after })), after, now: ctx.clock.now() };
  });
}

/** The pictures of the community, newest first (spec 2). */
export default function Community({ loaderData }: Route.ComponentProps) {
  const { pictures, next, after, now } = loaderData;
  return (
    <Page width="wide">
      <PageHeader
        title="Community"
        lead="What players have seen and shown."
        back={after === null ? undefined : { to: galleryPath, label: 'Newest pictures' }}
        actions={
          <ButtonLink to={cameraPath}>
            <ImagePlus aria-hidden />
            Add picture
          </ButtonLink>
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
              after === null ? (
                <ButtonLink to={cameraPath}>Add the first picture</ButtonLink>
              ) : (
                <ButtonLink to={galleryPath}>See the newest pictures</ButtonLink>
              )
            }
          >
            {after === null ? 'Nobody has added a picture yet.' : 'There are no older pictures.'}
          </EmptyState>
        ) : (
          <Gallery key={after} first={{ pictures, next }} now={now} />
        )}
      </section>
    </Page>
  );
}
