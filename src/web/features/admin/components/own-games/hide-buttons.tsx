import { ButtonForm } from '#web/ui/forms/button-form.tsx';

interface HideButtonsProps {
  values: Record<string, string>;
  path: string;
}

/** The two ways to hide: the trading of the cards ends, or it goes on. */
export function HideButtons({ values, path }: HideButtonsProps) {
  return (
    <>
      <ButtonForm values={values} action={path} variant="danger" size="md">
        Hide and end trading
      </ButtonForm>
      <ButtonForm values={{ ...values, keepsTrading: 'yes' }} action={path} size="md">
        Hide, trading goes on
      </ButtonForm>
    </>
  );
}
