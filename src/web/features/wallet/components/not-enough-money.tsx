import { formatMoney } from '#shared/format/money.ts';
import { useRootData } from '#web/lib/viewer.ts';
import { ButtonLink, type ButtonSize } from '#web/ui/button.tsx';
import { dailyRewardPath, useDailyRewardClick } from './daily-reward-link.tsx';

interface WayProps {
  /** Guests cannot: today's reward is their way, and once it is claimed to register. */
  canAddMoney: boolean;
}

/** Says before anything is asked or sent that the money is too little, and how much is missing (cents). */
export function NotEnoughMoney(props: WayProps & { missing: number; className?: string }) {
  const { missing, canAddMoney, className } = props;
  const way = useMoneyWay(canAddMoney);
  return (
    <p className={className}>
      <strong className="font-semibold text-danger">
        Not enough money. {formatMoney(missing)} is missing.
      </strong>
      {way === 'register' && ' Register to keep everything and to add money.'}
      {way === 'reward' && ' Your daily reward is waiting.'}
    </p>
  );
}

/** The one thing that helps who has too little money. */
export function MoneyWay(props: WayProps & { size?: ButtonSize; block?: boolean }) {
  const { canAddMoney, ...look } = props;
  const way = useMoneyWay(canAddMoney);
  const claim = useDailyRewardClick();
  switch (way) {
    case 'add-money':
      return (
        <ButtonLink to="/add-money" {...look}>
          Add Money
        </ButtonLink>
      );
    case 'reward':
      return (
        <ButtonLink to={dailyRewardPath} onClick={claim} prefetch="none" {...look}>
          Daily reward
        </ButtonLink>
      );
    case 'register':
      return (
        <ButtonLink to="/register" {...look}>
          Register
        </ButtonLink>
      );
  }
}

function useMoneyWay(canAddMoney: boolean): 'add-money' | 'reward' | 'register' {
  const reward = useRootData()?.dailyReward;
  if (canAddMoney) return 'add-money';
  return reward && !reward.claimed ? 'reward' : 'register';
}
