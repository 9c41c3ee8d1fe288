import { siteTextConstants } from '#shared/constants/site/site-settings.ts';
import type { FooterLink } from '#shared/schemas/administration/site-settings.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

const { footerLinksMax, footerLabelMax, footerAddressMax } = siteTextConstants;
const rows = Array.from({ length: footerLinksMax }, (_, row) => row);

/** One row for each link of the footer. A row without texts is no link. */
export function FooterLinkFields({ links }: { links: readonly FooterLink[] }) {
  return (
    <ol className="grid gap-4">
      {rows.map((row) => (
        <li key={row} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <TextField
            label={`Text of link ${row + 1}`}
            maxLength={footerLabelMax}
            autoComplete="off"
            name={`label-${row}`}
            defaultValue={links[row]?.label ?? ''}
          />
          <TextField
            label={`Address of link ${row + 1}`}
            maxLength={footerAddressMax}
            autoComplete="off"
            inputMode="url"
            name={`address-${row}`}
            defaultValue={links[row]?.address ?? ''}
          />
        </li>
      ))}
    </ol>
  );
}
