import { type InventoryOrder, inventoryOrders } from '#shared/constants/inventory-order.ts';
import { rarities } from '#shared/constants/rarity.ts';
import type { InventoryQuery } from '#shared/schemas/inventory.ts';
import { rarityName } from '#web/features/market/components/market-caption.tsx';
import { type ListSelectProps, perPageSelect } from '#web/ui/list-select.tsx';

const orderNames: Record<InventoryOrder, string> = {
  game: 'Game',
  newest: 'Newest',
  name: 'Name',
  rarity: 'Rarity',
  count: 'Copies',
};

interface Chosen extends Pick<InventoryQuery, 'rarity' | 'order'> {
  duplicates: boolean;
  perPage: number;
}

/** Filters, orders and items per page of an inventory. */
export function inventorySelects(chosen: Chosen, usualPerPage: number): ListSelectProps[] {
  return [
    {
      name: 'rarity',
      value: chosen.rarity ?? '',
      usual: '',
      label: 'Rarity',
      options: [
        { value: '', label: 'All rarities' },
        ...rarities.map((rarity) => ({ value: rarity, label: rarityName(rarity) })),
      ],
    },
    {
      name: 'copies',
      value: chosen.duplicates ? 'duplicates' : '',
      usual: '',
      label: 'Cards',
      options: [
        { value: '', label: 'All cards' },
        { value: 'duplicates', label: 'Duplicates only' },
      ],
    },
    {
      name: 'order',
      value: chosen.order,
      usual: inventoryOrders[0],
      label: 'Sort by',
      options: inventoryOrders.map((order) => ({ value: order, label: orderNames[order] })),
    },
    perPageSelect(chosen.perPage, usualPerPage),
  ];
}
