import { getDeveloper } from '#domain/catalog/companies/get-developer.ts';
import { companyTrail } from '../breadcrumb-trails.ts';
import { CompanyPage } from '../components/company-page.tsx';
import { loadCompany } from '../load-company.ts';
import { companyHead } from '../page-heads.ts';
import type { Route } from './+types/developer.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadCompany(args, 'developer', getDeveloper);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? companyHead(matches, 'developer', loaderData) : [];

export const handle = { failure: 'Failed to load this developer.' };

export default function Developer({ loaderData }: Route.ComponentProps) {
  return (
    <CompanyPage
      kind="developer"
      {...loaderData}
      trail={companyTrail('developer', loaderData.company)}
    />
  );
}
