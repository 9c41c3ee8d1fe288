import { getServiceKeys } from '#domain/gallery/file-rest-api/get-service-keys.ts';
import { servedPicturesPath, uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { serviceKeysQuery } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { fileServicePagePath } from '#web/paths/moderation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FileServiceKeys } from '../components/file-service-keys.tsx';
import { requirePageOfAdmins } from '../run-moderation-page.ts';
import type { Route } from './+types/file-service';

export const meta = guardedHead('File service');

export const handle = { failure: 'Failed to load the file service.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    // Only admins see this page. All others get a 404.
    requirePageOfAdmins(ctx);
    const withSecret = parseInput(serviceKeysQuery, url.searchParams).secret !== null;
    return {
      ...getServiceKeys(ctx, { withSecret }),
      baseUrls: {
        restApi: `${url.origin}/files/`,
        uploadApi: url.origin + uploadApiPath,
        pictures: url.origin + servedPicturesPath,
      },
    };
  });
}

/** The page with the keys and URLs that third-party programs need for the file service. */
export default function FileService({ loaderData }: Route.ComponentProps) {
  const { publicKey, secretKey, baseUrls } = loaderData;
  const isSecretShown = secretKey !== null;
  return (
    <Page width="prose">
      <PageHeader
        title="File service"
        intro="Programs written for Uploadcare find, add and delete pictures here with these keys."
        back={{ to: '/profile', label: 'Back to profile' }}
      />
      <FileServiceKeys publicKey={publicKey} secretKey={secretKey} baseUrls={baseUrls} />
      <ButtonLink
        to={isSecretShown ? fileServicePagePath : `${fileServicePagePath}?secret`}
        prefetch="none"
        variant="quiet"
        className="mt-6"
        preventScrollReset
      >
        {isSecretShown ? 'Hide the secret key' : 'Show the secret key'}
      </ButtonLink>
    </Page>
  );
}
