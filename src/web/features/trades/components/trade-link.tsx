import { ArrowLeftRight } from 'lucide-react';
import { usePartsOff } from '#web/lib/root-data.ts';
import { newTradePath } from '#web/paths/trades.ts';
import { ButtonLink } from '#web/ui/button.tsx';

interface TradeLinkProps {
  username: string;
  inChat?: boolean;
  /** A card that the offer asks for. */
  card?: { gameId: number; kindId: string };
}

/** The link to a new trade offer to a friend. */
export function TradeLink({ username, inChat = false, card }: TradeLinkProps) {
  if (usePartsOff().trades) return null;
  const to = newTradePath(username, {
    ...(inChat && { from: 'chat' }),
    ...(card && { get: [card] }),
  });
  return (
    <ButtonLink to={to} variant="quiet" size={inChat ? 'sm' : 'md'}>
      <ArrowLeftRight aria-hidden />
      {card ? 'Ask for this card' : 'Trade'}
    </ButtonLink>
  );
}
