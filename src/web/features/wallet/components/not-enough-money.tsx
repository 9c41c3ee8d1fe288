import { RegisterButton } from '#web/features/accounts/public.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { ButtonLink, type ButtonSize } from '#web/ui/button.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { dailyRewardPath, useDailyRewardClick } from './daily-reward-link.tsx';

interface MoneySourceProps {
  /** False for guests: they are offered the daily reward, or registration once it is claimed. */
  canAddMoney: boolean;
}

/** Says that the money is not enough before a form is sent; `missing` in cents. */
export function NotEnoughMoney(props: MoneySourceProps & { missing: number; className?: string }) {
  const { formatMoney } = useNumbers();
  const { missing, canAddMoney, className } = props;
  const source = useMoneySource(canAddMoney);
  return (
    <p className={className}>
      <strong className="font-semibold text-danger">
        Not enough money. {formatMoney(missing)} is missing.
      </strong>
      {source === 'register' && ' Register to keep everything and to add money.'}
      {source === 'reward' && ' Your daily reward is waiting.'}
    </p>
  );
}

/** A link to the way in which the reader can get money. */
export function GetMoneyLink(props: MoneySourceProps & { size?: ButtonSize; block?: boolean }) {
  const { canAddMoney, ...buttonProps } = props;
  const source = useMoneySource(canAddMoney);
  const openReward = useDailyRewardClick();
  switch (source) {
    case 'add-money':
      return (
        <ButtonLink to="/add-money" {...buttonProps}>
          Add Money
        </ButtonLink>
      );
    case 'reward':
      return (
        <ButtonLink to={dailyRewardPath} onClick={openReward} prefetch="none" {...buttonProps}>
          Daily reward
        </ButtonLink>
      );
    case 'register':
      return <RegisterButton {...buttonProps}>Register</RegisterButton>;
  }
}

function useMoneySource(canAddMoney: boolean): 'add-money' | 'reward' | 'register' {
  const reward = useRootData()?.dailyReward;
  if (canAddMoney) return 'add-money';
  return reward && !reward.claimed ? 'reward' : 'register';
}
