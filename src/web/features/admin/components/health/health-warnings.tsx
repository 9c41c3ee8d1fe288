import { Lightbulb, TriangleAlert } from 'lucide-react';
import type { HealthWarning } from '#domain/system/health/health-checks.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { healthPages } from './health-pages.ts';

interface HealthWarningsProps {
  warnings: readonly HealthWarning[];
}

/** What the owner of the site should do next, each with the page where it is done. */
export function HealthWarnings({ warnings }: HealthWarningsProps) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-lg bg-line shadow-lift">
      {warnings.map(({ name, isUrgent, title, text }) => {
        const { to, label } = healthPages[name];
        const Icon = isUrgent ? TriangleAlert : Lightbulb;
        return (
          <li
            key={name}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 bg-surface px-5 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center"
          >
            <Icon
              aria-hidden
              className={`size-5 max-sm:mt-0.5 ${isUrgent ? 'text-danger' : 'text-accent-ink'}`}
            />
            <div className="min-w-0">
              <h3 className="font-semibold wrap-anywhere">
                {isUrgent && <span className="sr-only">Urgent: </span>}
                {title}
              </h3>
              <p className="max-w-prose text-muted wrap-anywhere">{text}</p>
            </div>
            <div className="max-sm:col-start-2">
              <ButtonLink to={to} variant="quiet" size="sm">
                {label}
                <span className="sr-only">: {title}</span>
              </ButtonLink>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
