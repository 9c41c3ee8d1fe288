import { Link } from 'react-router';
import type { ShownCase } from '#domain/moderation/cases/get-case.ts';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

/** The reported thing as it was and as it is now, with what stands around it. */
export function CaseContext({ found }: { found: ShownCase }) {
  const { kind, text, context, author } = found;
  const isChanged = context.text !== null && context.text !== text;
  return (
    <section
      aria-labelledby="reported"
      className="grid gap-4 rounded-lg bg-surface p-6 shadow-lift sm:p-7"
    >
      <h2 id="reported" className="text-xl">
        What was reported
      </h2>
      {context.picture && (
        <img
          src={context.picture.path}
          width={context.picture.width}
          height={context.picture.height}
          alt={`Uploaded by ${author}`}
          className="max-h-96 w-auto rounded-md object-contain"
        />
      )}
      <Quote text={text} />
      {context.text === null && <p className="text-muted">It is no longer there.</p>}
      {context.hiddenCause === 'moderator' && <p className="text-muted">It is hidden now.</p>}
      {isChanged && (
        <>
          <h3 className="font-semibold">As it is now</h3>
          <Quote text={context.text ?? ''} />
        </>
      )}
      {context.path && (
        <p>
          <Link to={context.path} className="inline-flex min-h-6 items-center text-link">
            See it where it stands{context.title && <bdi>: {context.title}</bdi>}
          </Link>
        </p>
      )}
      {kind === 'message' && context.text !== null && context.around.length === 0 && (
        <ActionForm
          intent="read-messages"
          hasMessage={false}
          button="Read the messages around it"
          variant="quiet"
          className="grid gap-2"
        >
          <p className="text-sm text-muted">The log records who reads messages of others.</p>
        </ActionForm>
      )}
      {context.around.length > 0 && (
        <>
          <h3 className="font-semibold">Around it</h3>
          <ol className="grid gap-2">
            {context.around.map((one) => (
              <li
                key={`${one.author} ${one.at.toISOString()} ${one.text}`}
                className={`grid gap-0.5 rounded-md px-4 py-2.5 ${one.isReported ? 'bg-accent-wash' : 'bg-well'}`}
              >
                <p className="text-sm text-muted">
                  <span className="font-semibold text-ink">{one.author}</span>{' '}
                  <DateTime value={one.at} />
                  {one.isReported && <span className="text-accent-ink">, reported</span>}
                </p>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {one.text}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Quote({ text }: { text: string }) {
  if (text === '') return <p className="text-muted">It has no text.</p>;
  return (
    <blockquote
      dir="auto"
      className="max-h-96 overflow-y-auto rounded-md bg-well px-4 py-3 whitespace-pre-line wrap-anywhere"
    >
      {text}
    </blockquote>
  );
}
