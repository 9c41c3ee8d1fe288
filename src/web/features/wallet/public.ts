export { AddMoneyForm } from './components/add-money-form.tsx';
export { DailyRewardCard } from './components/daily-reward-card.tsx';
export { DailyRewardDialogLoader } from './components/daily-reward-dialog-loader.tsx';
export { dailyRewardPath, useDailyRewardClick } from './components/daily-reward-link.tsx';
export { GetMoneyLink, NotEnoughMoney } from './components/not-enough-money.tsx';
