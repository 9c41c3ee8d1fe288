import { Form } from 'react-router';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { RegisterButton } from './register-link.tsx';

interface GuestLogoutChoiceProps {
  username: string;
  /** Cents. */
  balance: number;
  /** What `Stay logged in` does: call a function that closes the dialog, or open a path. */
  onStay: (() => void) | string;
}

/** What a guest loses by logging out, with the choices to register, to stay or to log out. */
export function GuestLogoutChoice({ username, balance, onStay }: GuestLogoutChoiceProps) {
  const { formatMoney } = useNumbers();
  const pending = usePending({ intent: 'logout' });
  const stayLabel = 'Stay logged in';
  return (
    <div className="grid gap-6">
      <p>
        You play as {username}. A guest has no password, so nobody can log in to it again: its games
        and cards{balance > 0 && `, and its ${formatMoney(balance)},`} are lost. Register to keep
        everything.
      </p>
      <div className="grid gap-3">
        <RegisterButton block>Register and keep everything</RegisterButton>
        {typeof onStay === 'string' ? (
          <ButtonLink to={onStay} variant="quiet" block>
            {stayLabel}
          </ButtonLink>
        ) : (
          <Button type="button" variant="quiet" block onClick={onStay}>
            {stayLabel}
          </Button>
        )}
        <Form method="post" action="/logout">
          <input type="hidden" name="intent" value="logout" />
          <input type="hidden" name="sure" value="yes" />
          <Button variant="danger" block pending={pending}>
            Log out and lose everything
          </Button>
        </Form>
      </div>
    </div>
  );
}
