import { LayoutGrid, List } from 'lucide-react';
import { Form } from 'react-router';
import type { MarketView } from '#shared/constants/market/market-view.ts';

const views = [
  { view: 'items', label: 'List', Icon: List },
  { view: 'cards', label: 'Cards', Icon: LayoutGrid },
] as const;

/** Opens a view of the market and keeps it: from then on the navigation leads to it. */
export function MarketViewSwitch({ current }: { current: MarketView }) {
  return (
    <Form
      method="post"
      action="/community/market/view"
      aria-label="View that the navigation opens"
      className="flex rounded-md bg-well p-1"
    >
      {views.map(({ view, label, Icon }) => (
        <button
          key={view}
          type="submit"
          name="marketView"
          value={view}
          aria-pressed={view === current}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-sm px-3 text-sm font-medium text-muted transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-lift"
        >
          <Icon aria-hidden className="size-4" />
          {label}
        </button>
      ))}
    </Form>
  );
}
