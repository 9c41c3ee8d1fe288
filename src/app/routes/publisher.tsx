import { redirect } from 'react-router';
import { getPublisher } from '#domain/catalogue/get-publisher.ts';
import { companyQuery } from '#shared/inputs/catalogue.ts';
import { catalogueId } from '../catalogue-id.ts';
import { CompanyPage } from '../components/catalogue/company-page.tsx';
import { pagesOf } from '../components/catalogue/pages-of.ts';
import { load, parse } from '../door.ts';
import type { Route } from './+types/publisher.ts';

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const id = catalogueId(args.params.id, 'not-found', 'There is no such publisher.');
    const { page } = parse(companyQuery, url.searchParams);
    const company = await getPublisher(ctx, { id, page });
    const last = pagesOf(company.total);
    if (page > last)
      throw redirect(last > 1 ? `/publisher/${id}?page=${last}` : `/publisher/${id}`);
    return { company, page, priceCents: ctx.rules.gamePriceCents };
  });
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
  return (
    <CompanyPage kind="Publisher" {...loaderData} description={loaderData.company.description} />
  );
}
