import { ListControls } from './list-controls.tsx';
import { perPageSelect } from './list-select.tsx';

interface PerPageProps {
  /** How many items are on a page, and how many where the address says nothing. */
  value: number;
  usual: number;
  /** Parameters that a changed list starts without; the page always is. */
  drop?: readonly string[];
}

/** The control of items per page, below a list. */
export function PerPage({ value, usual, drop }: PerPageProps) {
  return (
    <ListControls
      label="Items per page"
      selects={[perPageSelect(value, usual)]}
      drop={drop}
      className="mt-6 justify-end"
    />
  );
}
