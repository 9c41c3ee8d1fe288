import { getPublisher } from '#domain/catalog/companies/get-publisher.ts';
import { companyTrail } from '../breadcrumb-trails.ts';
import { CompanyPage } from '../components/company-page.tsx';
import { loadCompany } from '../load-company.ts';
import { companyHead } from '../page-heads.ts';
import type { Route } from './+types/publisher.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadCompany(args, 'publisher', getPublisher);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? companyHead(matches, 'publisher', loaderData) : [];

export const handle = { failure: 'Failed to load this publisher.' };

export default function Publisher({ loaderData }: Route.ComponentProps) {
  return (
    <CompanyPage
      kind="publisher"
      {...loaderData}
      trail={companyTrail('publisher', loaderData.company)}
    />
  );
}
