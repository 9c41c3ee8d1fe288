import type { Ctx } from '#domain/context.ts';
import { postPicture } from '#domain/pictures/post-picture.ts';
import { requireUploadRight } from '#domain/pictures/upload-signature.ts';
import { postPictureInput } from '#shared/inputs/pictures.ts';
import { isRefusal } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import { CameraForm } from '../components/gallery/camera-form.tsx';
import { galleryPath } from '../components/gallery/gallery-picture.ts';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { loadGuarded, parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { screenHead } from '../page-head.ts';
import { reachServer } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import { isWithoutScript } from '../without-script.ts';
import type { Route } from './+types/camera.ts';

export const meta: Route.MetaFunction = () => screenHead('Upload a Photo');

export const handle = { failure: 'Failed to load the upload form.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx) => ({ bar: await barOf(ctx) }));
}

/** Why the player may not upload; null when nothing is in the way. */
async function barOf(ctx: Ctx) {
  try {
    await requireUploadRight(ctx);
    return null;
  } catch (error) {
    if (!isRefusal(error) || error.code === 'login-required') throw error;
    return { guest: error.code === 'guest-not-allowed', message: error.message };
  }
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'picture-failed', async (ctx, form) => {
    const { id, caption } = parse(postPictureInput, form);
    await postPicture(ctx, { id, caption });
    if (isWithoutScript(args.request)) throw redirect(galleryPath);
    return { posted: id };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'picture-failed');
}

/** Where a picture is chosen and sent to the gallery (spec 2). */
export default function Camera({ loaderData }: Route.ComponentProps) {
  const { bar } = loaderData;
  return (
    <Page width="prose">
      <PageHeader
        title="Upload a Photo"
        back={{ to: galleryPath, label: 'Back to the pictures' }}
      />
      {bar ? (
        <Notice
          action={
            bar.guest && (
              <ButtonLink to="/register" size="sm">
                Register
              </ButtonLink>
            )
          }
        >
          {bar.message}
        </Notice>
      ) : (
        <>
          <div className="hidden [@media(scripting:none)]:block">
            <Notice className="mb-6">
              Sending a picture takes scripts, which this browser does not run.
            </Notice>
          </div>
          <CameraForm />
        </>
      )}
    </Page>
  );
}
