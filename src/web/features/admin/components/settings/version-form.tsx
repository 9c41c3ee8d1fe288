import { siteTextConstants } from '#shared/constants/site/site-settings.ts';
import type { NewestVersion } from '#shared/schemas/administration/site-settings.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { plainText, ServiceForm } from './service-form.tsx';

interface VersionFormProps {
  /** The version of this site. */
  own: string;
  /** What the address said last; null if it was not asked. */
  newest: NewestVersion | null;
  address: string;
}

/** The form of the address that says which version is the newest. */
export function VersionForm({ own, newest, address }: VersionFormProps) {
  return (
    <ServiceForm service="version" title="Newer versions">
      <p className="max-w-prose text-muted">
        This site runs {own}. It can ask an address once a day which version is the newest; the
        administration then says that one exists. Nothing about this site is sent. The answer is a
        version such as 1.2.3, or JSON with it as version or tag_name.
      </p>
      {newest && (
        <p className="max-w-prose wrap-anywhere">
          {newest.version === null
            ? `It did not say a version: ${newest.error}`
            : `It says ${newest.version}.`}{' '}
          <span className="text-muted">
            Asked on <DateTime value={new Date(newest.askedAt)} />.
          </span>
        </p>
      )}
      <TextField
        label="Address"
        name="versionAddress"
        type="url"
        {...plainText}
        placeholder="https://example.com/newest-version"
        maxLength={siteTextConstants.footerAddressMax}
        defaultValue={address}
        hint="Empty: nobody is asked."
      />
    </ServiceForm>
  );
}
