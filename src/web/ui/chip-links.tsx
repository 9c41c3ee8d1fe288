import { ChipLink } from './chip.tsx';

interface ChipLinksProps {
  /** The name of the filter for screen readers. */
  label: string;
  choices: readonly { text: string; to: string; current: boolean }[];
  preventScrollReset?: boolean;
  className?: string;
}

/** The choices of a filter. */
export function ChipLinks({ label, choices, preventScrollReset, className }: ChipLinksProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ text, ...link }) => (
          <li key={link.to}>
            <ChipLink preventScrollReset={preventScrollReset} {...link}>
              {text}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
