import { redirect } from 'react-router';
import { getDeveloper } from '#domain/catalogue/get-developer.ts';
import { companyQuery } from '#shared/inputs/catalogue.ts';
import { catalogueId } from '../catalogue-id.ts';
import { CompanyPage } from '../components/catalogue/company-page.tsx';
import { pagesOf } from '../components/catalogue/pages-of.ts';
import { load, parse } from '../door.ts';
import type { Route } from './+types/developer.ts';

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const id = catalogueId(args.params.id, 'not-found', 'There is no such developer.');
    const { page } = parse(companyQuery, url.searchParams);
    const company = await getDeveloper(ctx, { id, page });
    const last = pagesOf(company.total);
    if (page > last)
      throw redirect(last > 1 ? `/developer/${id}?page=${last}` : `/developer/${id}`);
    return { company, page, priceCents: ctx.rules.gamePriceCents };
  });
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
  return <CompanyPage kind="Developer" {...loaderData} />;
}
