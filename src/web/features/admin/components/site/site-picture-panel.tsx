import { Trash2, Upload } from 'lucide-react';
import { Form } from 'react-router';
import {
  pictureBackgrounds,
  type SitePictureKind,
  sitePictureShapes,
  sitePictureTextMax,
} from '#shared/constants/site/site-pictures.ts';
import type { ChosenPicture } from '#shared/schemas/administration/site-pictures.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CropField } from '../own-games/crop-field.tsx';
import { FormFailure } from '../proof-alerts.tsx';
import { LogoPreviews } from './logo-previews.tsx';

interface SitePicturePanelProps {
  kind: SitePictureKind;
  picture: ChosenPicture | null;
  /** The error of a form of this panel, if it was the last one that was sent. */
  failure: FormError | null;
}

const texts = {
  logo: {
    title: 'Logo',
    about:
      'A square, beside the name of the site, as its icon in browsers and apps, and in previews of links.',
    none: 'The site has the logo of the design.',
  },
  banner: {
    title: 'Banner',
    about: 'A wide picture above the shop, three times as wide as it is high, below the tagline.',
    none: 'The shop has the drawing of the design.',
  },
};

const backgroundNames = { none: 'Transparent', white: 'White', black: 'Black' };

/** The forms of the logo or the banner. */
export function SitePicturePanel({ kind, picture, failure }: SitePicturePanelProps) {
  const { title, about, none } = texts[kind];
  const { full, smallest } = sitePictureShapes[kind];
  const name = title.toLowerCase();
  const saving = usePending({ intent: 'picture', kind });
  const uploadFailure = failure?.typed.intent === 'picture' ? failure : null;
  return (
    <Panel title={title}>
      <div className="grid gap-6">
        <p className="text-muted">{about}</p>
        {failure && <FormFailure failure={failure} />}
        {picture ? <CurrentPicture kind={kind} picture={picture} /> : <p>{none}</p>}
        <Form
          // After a save the fields are empty again.
          key={picture?.id ?? 'none'}
          method="post"
          encType="multipart/form-data"
          preventScrollReset
          className="grid gap-5 border-t border-line pt-5"
        >
          <input type="hidden" name="intent" value="picture" />
          <input type="hidden" name="kind" value={kind} />
          <CropField
            label={picture ? `Another ${name}` : title}
            name="picture"
            aspect={full.width / full.height}
            hint={`JPEG, PNG, WebP, GIF or AVIF, up to 10 MB and at least ${smallest.width} × ${smallest.height} pixels.`}
            error={uploadFailure?.fields.picture}
            hasPlates={kind === 'logo'}
          />
          <TextField
            label={`What the ${name} shows`}
            name="text"
            maxLength={sitePictureTextMax}
            hint="For people who do not see it. Empty if it is decoration."
            defaultValue={uploadFailure?.typed.text ?? picture?.text ?? ''}
            error={uploadFailure?.fields.text}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-medium">Below transparent parts</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {pictureBackgrounds.map((background) => (
                <label key={background} className="inline-flex min-h-6 items-center gap-2">
                  <input
                    type="radio"
                    name="background"
                    value={background}
                    defaultChecked={background === (uploadFailure?.typed.background ?? 'none')}
                    className="size-5"
                  />
                  {backgroundNames[background]}
                </label>
              ))}
            </div>
          </fieldset>
          <div>
            <Button pending={saving}>
              <Upload aria-hidden />
              {picture ? `Replace the ${name}` : `Upload the ${name}`}
            </Button>
          </div>
        </Form>
      </div>
    </Panel>
  );
}

function CurrentPicture({ kind, picture }: { kind: SitePictureKind; picture: ChosenPicture }) {
  const { thumbnail, text } = picture;
  const name = texts[kind].title.toLowerCase();
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      {kind === 'logo' ? (
        <LogoPreviews src={thumbnail.path} text={text || 'The logo'} />
      ) : (
        <img
          src={thumbnail.path}
          alt={text || 'The banner'}
          width={thumbnail.width}
          height={thumbnail.height}
          className="h-auto w-full max-w-xl rounded-md"
        />
      )}
      <ButtonForm values={{ intent: 'remove-picture', kind }}>
        <Trash2 aria-hidden />
        Remove the {name}
      </ButtonForm>
    </div>
  );
}
