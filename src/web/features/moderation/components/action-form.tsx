import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { FormFailure } from '#web/features/accounts/components/account-form.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { DangerChoice } from '#web/ui/danger-choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ReasonField } from './reason-field.tsx';

interface ActFormProps {
  intent: string;
  /** Heading of the form. */
  title: string;
  lead: ReactNode;
  /** What is asked before it is done, where the page is awake. */
  question: string;
  consequence: string;
  /** What the button says that does it. */
  verb: string;
  variant?: ButtonVariant;
  reasonHint?: string;
  /** What went wrong with this form; null when nothing did. */
  failure: FormFailure | null;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/** A form that does something to an account for a reason; asked before, where the page is awake. */
export function ActionForm(props: ActFormProps) {
  const { intent, title, lead, question, consequence, verb, variant, failure, children } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const pending = usePending({ intent });

  useEffect(() => {
    if (!failure) return;
    setAsking(false);
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

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
        <p className="text-muted">{lead}</p>
      </div>
      {failure && <Notice tone="failure">{failure.message}</Notice>}
      <Form
        ref={form}
        id={id}
        method="post"
        preventScrollReset
        onSubmit={ask}
        className="grid gap-5"
      >
        <input type="hidden" name="intent" value={intent} />
        {children}
        <ReasonField
          hint={props.reasonHint}
          error={failure?.fields.reason}
          typed={failure?.typed.reason}
        />
        <div>
          <Button variant={variant} pending={pending}>
            {verb}
          </Button>
        </div>
      </Form>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question}
        description={consequence}
      >
        <DangerChoice keep="Cancel" leave={() => setAsking(false)}>
          <Button form={id} variant={variant} pending={pending}>
            {verb}
          </Button>
        </DangerChoice>
      </Dialog>
    </section>
  );
}
