import type { CheckedService } from '#domain/system/check-services.ts';
import type { ServiceName } from '#domain/system/server-operations.ts';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';

const serviceLabels: Record<ServiceName, string> = {
  mail: 'Mail server',
  redis: 'Redis',
  games: 'Games database',
  files: 'Storage of files',
  'sign-on': 'Single sign-on',
};

interface SystemServicesProps {
  services: readonly ServiceName[];
  /** The result of the last check; null before one. */
  checked: readonly CheckedService[] | null;
}

/** The outside services that the settings name, and whether they work. */
export function SystemServices({ services, checked }: SystemServicesProps) {
  if (services.length === 0) {
    return <p className="text-muted">This site uses no other service.</p>;
  }
  const results = new Map(checked?.map(({ name, error }) => [name, error]));
  return (
    <>
      <ul className="grid">
        {services.map((name) => {
          const result = results.get(name);
          return (
            <li
              key={name}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 first:border-t-0"
            >
              <span className="font-semibold">{serviceLabels[name]}</span>
              {result === undefined && <span className="text-muted">Configured</span>}
              {result === null && <span className="text-alive">Works</span>}
              {typeof result === 'string' && (
                <span className="text-danger wrap-anywhere">{result}</span>
              )}
            </li>
          );
        })}
      </ul>
      <ButtonForm values={{ intent: 'check' }} size="md">
        Check now
      </ButtonForm>
    </>
  );
}
