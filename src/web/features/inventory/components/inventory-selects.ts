import { type InventoryOrder, inventoryOrders } from '#shared/constants/inventory.ts';
import { rarities } from '#shared/constants/rarity.ts';
import type { InventoryQuery } from '#shared/schemas/inventory.ts';
import type { UsualPerPage } from '#web/lib/actions/parse-list-query.ts';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { type ListSelectProps, perPageSelect } from '#web/ui/lists/list-select.tsx';

const orderNames: Record<InventoryOrder, string> = {
  game: 'Game',
  newest: 'Newest',
  name: 'Name',
  rarity: 'Rarity',
  count: 'Copies',
};

type InventorySelection = Pick<InventoryQuery, 'rarity' | 'order' | 'perPage'> &
  UsualPerPage & { duplicates: boolean };

/** The selects of an inventory: filters, order and items per page. */
export function buildInventorySelects(selection: InventorySelection): ListSelectProps[] {
  return [
    {
      name: 'rarity',
      value: selection.rarity ?? '',
      defaultValue: '',
      label: 'Rarity',
      options: [
        { value: '', label: 'All rarities' },
        ...rarities.map((rarity) => ({ value: rarity, label: rarityNames[rarity] })),
      ],
    },
    {
      name: 'copies',
      value: selection.duplicates ? 'duplicates' : '',
      defaultValue: '',
      label: 'Cards',
      options: [
        { value: '', label: 'All cards' },
        { value: 'duplicates', label: 'Duplicates only' },
      ],
    },
    {
      name: 'order',
      value: selection.order,
      defaultValue: inventoryOrders[0],
      label: 'Sort by',
      options: inventoryOrders.map((order) => ({ value: order, label: orderNames[order] })),
    },
    perPageSelect(selection.perPage, selection.usualPerPage),
  ];
}
