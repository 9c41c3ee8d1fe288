import { proofPath } from '#web/paths/proof.ts';
import { ButtonLink } from '#web/ui/button.tsx';

interface ProofLinkProps {
  /** The page that the proof leads back to. */
  next: string;
  /** Opens a new tab, for a form whose typed texts would be lost otherwise. */
  opensTab?: boolean;
}

/** The link to the proof of identity, for a form whose proof became too old while it was filled in. */
export function ProofLink({ next, opensTab = false }: ProofLinkProps) {
  return (
    <ButtonLink to={proofPath(next)} variant="quiet" target={opensTab ? '_blank' : undefined}>
      Confirm that it is you
      {opensTab && <span className="sr-only"> (opens a new tab)</span>}
    </ButtonLink>
  );
}
