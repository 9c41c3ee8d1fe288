import { ButtonLink } from '#web/ui/button.tsx';

/** The link to the proof of identity, for a form whose proof became too old while it was filled in. */
export function ProofLink({ next }: { next: string }) {
  return (
    <ButtonLink to={`/settings/proof?next=${encodeURIComponent(next)}`} variant="quiet">
      Confirm that it is you
    </ButtonLink>
  );
}
