import { data } from 'react-router';
import { getSiteSettings } from '#domain/site/read-site-settings.ts';
import {
  type SiteTextPage,
  siteTextPages,
  siteTextPageTitles,
} from '#shared/constants/site/site-settings.ts';
import { splitLinks } from '#shared/format/texts/split-links-in-text.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { getSiteName, noIndexHead, pageHead } from '#web/lib/seo/page-head.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { LinkedText } from '#web/ui/texts/linked-text.tsx';
import type { Route } from './+types/site-text';

export const handle = { failure: 'Failed to load this page.' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return noIndexHead('Not found', matches);
  const title = siteTextPageTitles[loaderData.page];
  return pageHead(matches, {
    title,
    description: `${title} of ${getSiteName(matches)}. ${loaderData.start}`,
    path: `/${loaderData.page}`,
  });
};

/** The rules, the imprint or the privacy page. Without a text the page does not exist. */
export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const page = findPage(url.pathname);
    const text = page ? (await getSiteSettings(ctx))[page] : '';
    if (!page || text === '') throw data(null, { status: 404 });
    return { page, start: text.slice(0, 200), pieces: splitLinks(text) };
  });
}

function findPage(pathname: string): SiteTextPage | undefined {
  const [, name] = /^\/([a-z]+)(?:\.data)?$/i.exec(pathname) ?? [];
  return siteTextPages.find((page) => page === name?.toLowerCase());
}

/** A page whose text the admins of the site write. */
export default function SiteText({ loaderData: { page, pieces } }: Route.ComponentProps) {
  return (
    <Page width="article">
      <PageHeader title={siteTextPageTitles[page]} />
      <LinkedText pieces={pieces} className="max-w-prose text-lg" />
    </Page>
  );
}
