import { getPublisher } from '#domain/catalogue/get-publisher.ts';
import { companyHead } from '../catalogue-heads.ts';
import { loadCompany } from '../company-screen.ts';
import { CompanyPage } from '../components/catalogue/company-page.tsx';
import { companyTrail } from '../trails.ts';
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
