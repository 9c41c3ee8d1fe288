import type { Ctx } from '#domain/context.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { requireUploadRight } from '#domain/gallery/uploads/upload-signature.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { postPictureInput } from '#shared/schemas/gallery.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { galleryPath } from '../components/gallery-picture.ts';
import { UploadForm } from '../components/upload-form.tsx';
import type { Route } from './+types/upload.ts';

export const meta: Route.MetaFunction = () => screenHead('Upload a Photo');

export const handle = { failure: 'Failed to load the upload form.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => ({ bar: await barOf(ctx) }));
}

/** Why the player may not upload; null when nothing is in the way. */
async function barOf(ctx: Ctx) {
  try {
    await requireUploadRight(ctx);
    return null;
  } catch (error) {
    if (!isAppError(error) || error.code === 'login-required') throw error;
    return { guest: error.code === 'guest-not-allowed', message: error.message };
  }
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'picture-failed', async (ctx, form) => {
    const { id, caption } = parse(postPictureInput, form);
    await postPicture(ctx, { id, caption });
    if (isWithoutScript(args.request)) throw redirect(galleryPath);
    return { posted: id };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'picture-failed');
}

/** Where a picture is chosen and sent to the gallery. */
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
          <UploadForm />
        </>
      )}
    </Page>
  );
}
