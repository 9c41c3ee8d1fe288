import { getPublisher } from '#domain/catalogue/get-publisher.ts';
import { loadCompany } from '../company-screen.ts';
import { CompanyPage } from '../components/catalogue/company-page.tsx';
import type { Route } from './+types/publisher.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadCompany(args, 'publisher', getPublisher);
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { company, page } = loaderData;
  return [
    { title: `${company.name}${page > 1 ? `, page ${page}` : ''} · Guildhall` },
    { name: 'description', content: `Games published by ${company.name}.` },
    {
      tagName: 'link',
      rel: 'canonical',
      href: `/publisher/${company.id}${page > 1 ? `?page=${page}` : ''}`,
    },
  ];
};

export default function Publisher({ loaderData }: Route.ComponentProps) {
  return <CompanyPage kind="publisher" {...loaderData} />;
}
