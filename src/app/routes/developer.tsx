import { getDeveloper } from '#domain/catalogue/get-developer.ts';
import { companyHead } from '../catalogue-heads.ts';
import { loadCompany } from '../company-screen.ts';
import { CompanyPage } from '../components/catalogue/company-page.tsx';
import { companyTrail } from '../trails.ts';
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
