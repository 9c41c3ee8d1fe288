import type { CompanyPage } from '#domain/catalog/companies/company-reader.ts';
import type { CompanyFacts } from '#domain/catalog/companies/get-company-facts.ts';
import { Breadcrumb, type Crumb } from '#web/ui/breadcrumb.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { formatGameCount } from './game-counts.ts';
import { GameImage } from './game-page/game-image.tsx';

interface CompanyHeaderProps {
  kind: 'publisher' | 'developer';
  company: CompanyPage;
  facts: CompanyFacts;
  trail: readonly Crumb[];
}

const kindNames = { publisher: 'Publisher', developer: 'Developer' } as const;

/** The header of a company's page: its name over the art of its games with the most ratings. */
export function CompanyHeader({ kind, company, facts, trail }: CompanyHeaderProps) {
  const numbers = useNumbers();
  const { name, description, total } = company;
  const { pictures, counterpart } = facts;
  return (
    <header className="relative isolate grid min-h-72 overflow-hidden bg-well text-ink scheme-dark sm:min-h-[clamp(20rem,30vw,30rem)]">
      {pictures.length > 0 && (
        <div className="absolute -inset-x-8 inset-y-0 -z-10 flex gap-1">
          {pictures.map((src, index) => (
            <div
              key={src}
              className="flex-1 -skew-x-6 overflow-hidden bg-well not-first:max-sm:hidden"
            >
              <GameImage
                src={src}
                alt=""
                sizes="(min-width: 651px) 40vw, 110vw"
                priority={index === 0}
                fallback="none"
                className="size-full scale-125 skew-x-6 object-cover object-[80%_50%]"
              />
            </div>
          ))}
        </div>
      )}
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-veil via-veil/75 to-veil/20" />
      <div className="absolute inset-0 -z-10 bg-linear-to-r max-sm:bg-veil/60 from-veil via-veil/50 to-transparent" />
      <div className="mx-auto grid w-full max-w-wide content-end gap-4 px-4 py-8 sm:px-8 sm:py-10">
        <Breadcrumb trail={trail} />
        <div className="grid gap-1">
          <p className="font-semibold text-accent-ink">{kindNames[kind]}</p>
          <h1 className={`wrap-anywhere ${name.length > 24 ? 'text-3xl' : 'text-hero'}`}>{name}</h1>
        </div>
        {description && <p className="max-w-prose text-lg whitespace-pre-line">{description}</p>}
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            <Fact name="In the shop">{formatGameCount(total, numbers)}</Fact>
            <Fact name="Releases">{formatYears(facts)}</Fact>
          </dl>
          {counterpart !== null && (
            <nav aria-label={`${name}, by its part`}>
              <ul className="flex flex-wrap gap-2">
                {(['publisher', 'developer'] as const).map((role) => (
                  <li key={role}>
                    <ChipLink
                      to={`/${role}/${role === kind ? company.id : counterpart}`}
                      current={role === kind}
                    >
                      As {role}
                    </ChipLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-display text-xl font-bold tabular-nums">{children}</dd>
    </div>
  );
}

function formatYears({ firstYear, lastYear }: CompanyHeaderProps['facts']): string {
  if (firstYear === null || lastYear === null) return 'To be announced';
  return firstYear === lastYear ? `${firstYear}` : `${firstYear} to ${lastYear}`;
}
