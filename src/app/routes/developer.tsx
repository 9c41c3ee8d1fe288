import { getDeveloper } from '#domain/catalogue/get-developer.ts';
import { loadCompany } from '../company-screen.ts';
import { CompanyPage } from '../components/catalogue/company-page.tsx';
import type { Route } from './+types/developer.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadCompany(args, 'developer', getDeveloper);
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { company, page } = loaderData;
  return [
    { title: `${company.name}${page > 1 ? `, page ${page}` : ''} · Guildhall` },
    { name: 'description', content: `Games developed by ${company.name}.` },
    {
      tagName: 'link',
      rel: 'canonical',
      href: `/developer/${company.id}${page > 1 ? `?page=${page}` : ''}`,
    },
  ];
};

export default function Developer({ loaderData }: Route.ComponentProps) {
  return <CompanyPage kind="developer" {...loaderData} />;
}
