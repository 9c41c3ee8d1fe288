import { ButtonLink } from '#web/ui/button.tsx';
import { BuyActions, BuyFacts, type BuyProps, buyQuestion } from './buy-question.tsx';

/** The dialog's question as a part of the page, where no script runs. */
export function BuySection(asked: BuyProps) {
  const cancel = (
    <ButtonLink to={asked.list} variant="ghost" preventScrollReset>
      Cancel
    </ButtonLink>
  );
  return (
    <section
      aria-labelledby="buy-title"
      className="mx-auto mb-10 grid max-w-form gap-5 rounded-lg bg-raised p-6 shadow-float sm:p-7"
    >
      <h2 id="buy-title" className="text-xl">
        {buyQuestion(asked)}
      </h2>
      <BuyFacts {...asked} />
      <div className="flex flex-row-reverse flex-wrap gap-3">
        <BuyActions {...asked} cancel={cancel} />
      </div>
    </section>
  );
}
