import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Form } from 'react-router';
import { discussionTags } from '#shared/constants/discussions/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { DraftAlert } from '#web/lib/drafts/draft-alert.tsx';
import type { DraftValues } from '#web/lib/drafts/draft-store.ts';
import { useDraft } from '#web/lib/drafts/use-draft.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { DiscussionGameField } from './discussion-game-field.tsx';

/** The values of the form. */
export interface DiscussionFields {
  title: string;
  content: string;
  game: string;
  tags: readonly string[];
  isPrivate: boolean;
}

interface DiscussionFormProps {
  /** The stored values; for a new discussion the initial ones. */
  saved: DiscussionFields;
  /** The version of the stored text, for `useDraft`. */
  version?: string;
  /** The inputs of a new discussion that the URL sets. */
  fixedInputs?: readonly (keyof DiscussionFields)[];
  failure: FormError | null;
  /** The name of the form's draft. */
  draft: string;
  /** The text of the submit button. */
  submitLabel: string;
  back: { to: string; label: string };
  /** Hidden inputs. */
  children?: ReactNode;
}

/** The form that creates or edits a discussion. */
export function DiscussionForm(props: DiscussionFormProps) {
  const { saved, version, fixedInputs, failure, draft, submitLabel, back, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const pending = usePending();
  const shownDraft = useDraft(form, { name: draft, saved: valuesOf(saved), version, fixedInputs });
  const shown = failure && Object.keys(failure.typed).length > 0 ? readTypedValues(failure) : saved;
  const fields = failure?.fields ?? {};

  useEffect(() => {
    // The pressed button is below the fields, where the message above them is not in view.
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (failure) (invalid ?? message.current)?.focus();
  }, [failure]);

  return (
    <Form
      method="post"
      ref={form}
      className="grid gap-6 rounded-lg bg-surface p-5 shadow-lift sm:p-8"
    >
      {children}
      <DraftAlert {...shownDraft} />
      {failure && (
        <div ref={message} tabIndex={-1} className="scroll-mt-24 rounded-md">
          <Alert tone="failure">{fields.key ?? failure.message}</Alert>
        </div>
      )}
      <TextField
        label="Title"
        name="title"
        required
        defaultValue={shown.title}
        maxLength={discussionConstants.titleMax}
        counter
        autoComplete="off"
        error={fields.title}
      />
      <TextField
        label="Content"
        name="content"
        multiline
        required
        className="[&_textarea]:min-h-56"
        defaultValue={shown.content}
        maxLength={discussionConstants.contentMax}
        counter
        hint="Plain text; addresses become links."
        error={fields.content}
      />
      <DiscussionGameField saved={shown.game} error={fields.game} />
      <Tags chosen={shown.tags} error={fields.tags} />
      <Privacy chosen={shown.isPrivate} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-6">
        <Button pending={pending}>{submitLabel}</Button>
        <ButtonLink to={back.to} variant="quiet">
          {back.label}
        </ButtonLink>
      </div>
    </Form>
  );
}

function Tags({ chosen, error }: { chosen: readonly string[]; error?: string }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-2 font-medium">Tags (optional)</legend>
      <div className="flex flex-wrap gap-2">
        {discussionTags.map((tag) => (
          <label
            key={tag}
            className="relative inline-flex min-h-10 cursor-pointer items-center rounded-full bg-plinth px-4 text-sm font-medium shadow-lift transition-colors hover:bg-line has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="checkbox"
              name="tags"
              value={tag}
              defaultChecked={chosen.includes(tag)}
              className="sr-only"
            />
            {tag}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Privacy({ chosen }: { chosen: boolean }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        id={id}
        name="isPrivate"
        value="true"
        defaultChecked={chosen}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0"
      />
      <div>
        <label htmlFor={id} className="inline-flex items-center gap-2 font-medium">
          Private Discussion
          <Lock aria-hidden className="size-4 text-muted" />
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          Everybody can read it, only you can comment.
        </p>
      </div>
    </div>
  );
}

/** Returns the values as the form sends them. */
function valuesOf({ title, content, game, tags, isPrivate }: DiscussionFields): DraftValues {
  return {
    title: [title],
    content: [content],
    game: [game],
    tags: [...tags],
    isPrivate: isPrivate ? ['true'] : [],
  };
}

/** Returns the typed values of a rejected form. Several tags are joined with commas. */
function readTypedValues({ typed }: FormError): DiscussionFields {
  const { title = '', content = '', game = '', tags = '', isPrivate } = typed;
  return { title, content, game, tags: tags.split(','), isPrivate: isPrivate !== undefined };
}
