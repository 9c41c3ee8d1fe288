import { Link2 } from 'lucide-react';
import type { ArgumentReference, FunctionReference } from '#shared/types/function-reference.ts';
import { CodeBlock } from './code-block.tsx';

const callerNames: Record<FunctionReference['callers'], string> = {
  anybody: 'Anybody',
  'logged in': 'Players and guests',
  player: 'Players',
  admin: 'Admins',
};

const errorTexts: Record<FunctionReference['errorStyle'], string> = {
  throws: 'On an error, the call fails with the error text.',
  error: 'On an error, the call returns { error }.',
  'success or error': 'On an error, the call returns { success: false, error }.',
};

/** One function: what it does, who may call it, its arguments and an example. */
export function FunctionSection(props: FunctionReference) {
  const { name, description, callers, scope, errorStyle, signatures, example } = props;
  return (
    <article
      id={name}
      aria-labelledby={`${name}-name`}
      className="panel grid min-w-0 gap-5 p-5 sm:p-7"
    >
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3
            id={`${name}-name`}
            className="font-mono text-lg font-semibold tracking-normal wrap-anywhere"
          >
            <a href={`#${name}`} className="group inline-flex items-center gap-2">
              {name}
              <Link2
                aria-hidden
                className="size-4 text-muted opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
              />
            </a>
          </h3>
          <p className="rounded-full bg-plinth px-3 py-1 text-xs font-medium">
            {callerNames[callers]}
          </p>
        </div>
        <p className="max-w-prose">{description}</p>
        <p className="text-sm text-muted">
          {errorTexts[errorStyle]} An API key needs the scope <code>{scope}</code>.
        </p>
      </header>
      {signatures.map((list, index) => (
        <Arguments key={list.map((one) => one.name).join()} list={list} isAlternative={index > 0} />
      ))}
      <div className="grid gap-3">
        <CodeBlock label="Call">{example.call}</CodeBlock>
        <CodeBlock label="Result">{example.answer}</CodeBlock>
      </div>
    </article>
  );
}

interface ArgumentsProps {
  list: readonly ArgumentReference[];
  /** Whether it is not the first way to call the function. */
  isAlternative: boolean;
}

function Arguments({ list, isAlternative }: ArgumentsProps) {
  if (list.length === 0)
    return <p className="text-sm text-muted">This function has no arguments.</p>;
  return (
    <div className="grid gap-2">
      <h4 className="text-sm font-semibold">
        {isAlternative ? 'Or with these arguments' : 'Arguments'}
      </h4>
      <ol className="divide-y divide-line border-y border-line">
        {list.map((argument) => (
          <li key={argument.name} className="py-2.5">
            <ArgumentLine {...argument} />
            {argument.fields.length > 0 && (
              <ul className="mt-2 grid gap-2 border-l-2 border-line pl-4">
                {argument.fields.map((field) => (
                  <li key={field.name}>
                    <ArgumentLine {...field} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function ArgumentLine({ name, type, description }: ArgumentReference) {
  return (
    <p className="grid gap-x-5 gap-y-0.5 text-sm sm:grid-cols-[13rem_minmax(0,1fr)]">
      <span className="font-mono wrap-anywhere">
        {name} <span className="text-muted">{type}</span>
      </span>
      <span>{description}</span>
    </p>
  );
}
