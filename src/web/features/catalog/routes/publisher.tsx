import { getPublisher } from '#domain/catalog/companies/get-publisher.ts';
import { buildCompanyTrail } from '../breadcrumb-trails.ts';
import { buildCompanyHead } from '../catalog-page-heads.ts';
import { CompanyPage } from '../components/company-page.tsx';
import { loadCompanyPage } from '../load-company-page.ts';
import type { Route } from './+types/publisher.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadCompanyPage(args, 'publisher', getPublisher);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? buildCompanyHead(matches, 'publisher', loaderData) : [];

export const handle = { failure: 'Failed to load this publisher.' };

export default function Publisher({ loaderData }: Route.ComponentProps) {
  return (
    <CompanyPage
      kind="publisher"
      {...loaderData}
      trail={buildCompanyTrail('publisher', loaderData.company)}
    />
  );
}
