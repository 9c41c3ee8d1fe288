import { ArrowLeftRight } from 'lucide-react';
import { ButtonLink } from '#web/ui/button.tsx';
import { newTradePath } from './trade-paths.ts';

/** The link to a new trade offer to a friend. */
export function TradeLink({ username, size = 'md' }: { username: string; size?: 'sm' | 'md' }) {
  return (
    <ButtonLink to={newTradePath(username)} variant="quiet" size={size}>
      <ArrowLeftRight aria-hidden />
      Trade
    </ButtonLink>
  );
}
