import { profileConstants } from '#shared/constants/profiles.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';

/** Radio buttons for the nine avatars. */
export function AvatarPicker({ value, error }: { value: string; error?: string }) {
  return (
    <fieldset aria-describedby={error ? 'picture-error' : undefined}>
      <legend className="mb-3 font-medium">Picture</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-3">
        {profileConstants.pictures.map((picture, index) => (
          <label
            key={picture}
            className="relative grid cursor-pointer place-items-center rounded-md bg-surface p-2 shadow-lift transition-colors hover:bg-raised has-checked:bg-accent-wash has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="profilePic"
              value={picture}
              defaultChecked={picture === value}
              className="sr-only"
            />
            <Avatar picture={picture} size={72} className="rounded-full" />
            <span className="sr-only">Picture {index + 1}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id="picture-error" className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
