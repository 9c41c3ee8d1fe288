import { getDeveloper } from '#domain/catalog/companies/get-developer.ts';
import { buildCompanyTrail } from '../breadcrumb-trails.ts';
import { buildCompanyHead } from '../catalog-page-heads.ts';
import { CompanyPage } from '../components/company-page.tsx';
import { loadCompanyPage } from '../load-company-page.ts';
import type { Route } from './+types/developer.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadCompanyPage(args, 'developer', getDeveloper);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? buildCompanyHead(matches, 'developer', loaderData) : [];

export const handle = { failure: 'Failed to load this developer.' };

export default function Developer({ loaderData }: Route.ComponentProps) {
  return (
    <CompanyPage
      kind="developer"
      {...loaderData}
      trail={buildCompanyTrail('developer', loaderData.company)}
    />
  );
}
