import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { ConfirmOrCancel } from '#web/ui/confirm-or-cancel.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailedFormContext } from '#web/ui/forms/failed-form.ts';
import { useOwnFailure, useTypedTexts } from '#web/ui/forms/page-forms.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { ModerationReasonField } from './moderation-reason-field.tsx';

interface ModerationActionFormProps {
  intent: string;
  /** The heading of the form. */
  title: string;
  intro: ReactNode;
  /** The question before the form is sent, with scripts. */
  question: string;
  consequence: string;
  /** The text of the submit button. */
  submitLabel: string;
  variant?: ButtonVariant;
  reasonHint?: string;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/** A form for a moderation action with a reason. With scripts it asks for confirmation first. */
export function ModerationActionForm(props: ModerationActionFormProps) {
  const { intent, title, intro, question, consequence, submitLabel, variant, children } = props;
  const failure = useOwnFailure({ intent });
  const typedTexts = useTypedTexts({ intent });
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const focusedFor = useRef<FormError | null>(null);
  const [asking, setAsking] = useState(false);
  const pending = usePending({ intent });
  const { pathname } = useLocation();

  useEffect(() => {
    if (failure) setAsking(false);
  }, [failure]);
  // Behind an open dialog nothing can take the focus, and a dialog that closes gives it back to its opener.
  useEffect(() => {
    if (!failure || asking || focusedFor.current === failure) return;
    focusedFor.current = failure;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure, asking]);

  function ask(event: FormEvent<HTMLFormElement>) {
    if (asking) return;
    event.preventDefault();
    setAsking(true);
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid content-start gap-5 rounded-lg bg-surface p-6 shadow-lift sm:p-7"
    >
      <div className="grid gap-1">
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p className="text-muted">{intro}</p>
      </div>
      {failure && (
        <Alert tone="failure" action={failure.needsProof && <ProofLink next={pathname} />}>
          {failure.message}
        </Alert>
      )}
      <Form
        ref={form}
        id={id}
        method="post"
        preventScrollReset
        onSubmit={ask}
        className="grid gap-5"
      >
        <input type="hidden" name="intent" value={intent} />
        <FailedFormContext value={failure ?? (typedTexts && { fields: {}, typed: typedTexts })}>
          {children}
          <ModerationReasonField hint={props.reasonHint} />
        </FailedFormContext>
        <div>
          <Button variant={variant} pending={pending}>
            {submitLabel}
          </Button>
        </div>
      </Form>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question}
        description={consequence}
      >
        <ConfirmOrCancel cancelLabel="Cancel" onCancel={() => setAsking(false)}>
          <Button form={id} variant={variant} pending={pending}>
            {submitLabel}
          </Button>
        </ConfirmOrCancel>
      </Dialog>
    </section>
  );
}
