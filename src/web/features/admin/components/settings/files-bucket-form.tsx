import { Link } from 'react-router';
import { filesBucketConstants } from '#shared/constants/server/services.ts';
import type { FilesBucket } from '#shared/schemas/administration/services.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { plainText, SecretField, ServiceForm } from './service-form.tsx';

interface FilesBucketFormProps {
  /** What is saved, or was typed for a test; null for nothing. */
  bucket: FilesBucket | null;
  isSaved: boolean;
}

/** The form of the bucket. The secret of its key is never shown. */
export function FilesBucketForm({ bucket, isSaved }: FilesBucketFormProps) {
  const limits = filesBucketConstants;
  return (
    <ServiceForm service="files" title="Bucket (S3)" isSaved={isSaved}>
      <p className="max-w-prose text-muted">
        Space at a service that speaks S3, in another place than this server. Whether backups are
        copied there is chosen on{' '}
        <Link to="/admin/backups" className="text-link">
          Backups
        </Link>
        .
      </p>
      <TextField
        label="Address"
        name="endpoint"
        type="url"
        required
        {...plainText}
        placeholder="https://s3.example.com"
        maxLength={limits.endpointMax}
        defaultValue={bucket?.endpoint}
        hint="Without the name of the bucket, which is added behind it."
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Bucket"
          name="bucket"
          required
          {...plainText}
          maxLength={limits.bucketMax}
          defaultValue={bucket?.bucket}
        />
        <TextField
          label="Region"
          name="region"
          {...plainText}
          maxLength={limits.regionMax}
          placeholder={limits.defaultRegion}
          defaultValue={bucket?.region}
        />
        <TextField
          label="Id of the key"
          name="accessKeyId"
          required
          {...plainText}
          maxLength={limits.accessKeyIdMax}
          defaultValue={bucket?.accessKeyId}
        />
        <SecretField
          label="Secret of the key"
          name="secretAccessKey"
          maxLength={limits.secretAccessKeyMax}
          isSaved={isSaved}
          whenSaved="Empty keeps it, as long as address and key stay."
        />
      </div>
      <ChoiceField
        name="keepsFiles"
        label="Keep pictures and files of the site there too"
        hint="New ones go to the bucket. Earlier ones stay in the folder of the server and are read there: nothing is moved. Files in a bucket are not in backups, and while it has some, it cannot be exchanged here."
        defaultChecked={bucket?.keepsFiles ?? false}
      />
    </ServiceForm>
  );
}
