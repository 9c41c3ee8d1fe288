import { ButtonLink } from '#web/ui/button.tsx';
import {
  BuyActions,
  BuyDetails,
  type BuyListingProps,
  getBuyTitle,
} from './buy-listing-confirmation.tsx';

/** The confirmation as a section of the page, where no script runs. */
export function BuyListingSection(props: BuyListingProps) {
  const cancel = (
    <ButtonLink to={props.listPath} variant="ghost" preventScrollReset>
      Cancel
    </ButtonLink>
  );
  return (
    <section
      aria-labelledby="buy-title"
      className="mx-auto mb-10 grid max-w-form gap-5 rounded-lg bg-raised p-6 shadow-float sm:p-7"
    >
      <h2 id="buy-title" className="text-xl">
        {getBuyTitle(props)}
      </h2>
      <BuyDetails {...props} />
      <div className="flex flex-row-reverse flex-wrap gap-3">
        <BuyActions {...props} cancel={cancel} />
      </div>
    </section>
  );
}
