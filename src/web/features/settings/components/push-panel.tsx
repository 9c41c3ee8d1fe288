import { type ReactNode, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { PushProblem } from '#domain/notifications/push/push-subscriptions.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { HiddenFields } from '#web/ui/forms/hidden-fields.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';
import type { Device } from '../describe-device.ts';
import { DeviceRow } from './device-row.tsx';
import {
  endSubscription,
  hasSubscription,
  type PushSupport,
  readPushSupport,
  subscribe,
} from './push-subscription.ts';

interface PushedBrowser {
  id: string;
  device: Device;
  createdAt: Date;
  lastUsedAt: Date | null;
  isCurrent: boolean;
}

export interface PushState {
  problem: PushProblem;
  publicKey: string | null;
  subscriptions: readonly PushedBrowser[];
}

interface PushPanelProps {
  push: PushState;
  /** What a form of the panel did, without scripts. */
  actionData: object | undefined;
  /** The server's time when it rendered the page. */
  now: Date;
}

const path = '/settings/notifications';

/** Push in this browser, and the list of browsers that have it. */
export function PushPanel({ push, actionData, now }: PushPanelProps) {
  const { problem, publicKey, subscriptions } = push;
  const fetcher = useFetcher<object>({ key: 'push' });
  const latest = fetcher.data ?? actionData;
  const failure = useFormError(fetcher.data);
  const done = latest && 'done' in latest ? String(latest.done) : null;
  return (
    <Panel title="Push">
      <p className="text-muted">
        A browser shows that something is new, also while no page of this site is open. It says what
        kind of thing it is, and no names or texts.
      </p>
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {done && fetcher.state === 'idle' && <Alert tone="success">{done}</Alert>}
      {problem === null && publicKey !== null ? (
        <ThisBrowser
          publicKey={publicKey}
          isKnown={subscriptions.some(({ isCurrent }) => isCurrent)}
          fetcher={fetcher}
        />
      ) : (
        <Alert>{problemTexts[problem ?? 'no-keys']}</Alert>
      )}
      {subscriptions.length > 0 && (
        <section aria-labelledby="pushed-browsers" className="grid gap-1">
          <h3 id="pushed-browsers" className="font-medium">
            Browsers with push
          </h3>
          <ul className="grid gap-1">
            {subscriptions.map((browser) => (
              <BrowserRow key={browser.id} browser={browser} fetcher={fetcher} now={now} />
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}

const problemTexts: Record<NonNullable<PushProblem>, string> = {
  insecure:
    'Push is off: this site has no https. Browsers allow push only on https and on localhost.',
  'no-keys': 'Push is off: the server does not have its keys for push. Its operator can help.',
};

type PushFetcher = ReturnType<typeof useFetcher<object>>;

interface ThisBrowserProps {
  publicKey: string;
  /** Whether the server has a subscription of this browser. */
  isKnown: boolean;
  fetcher: PushFetcher;
}

type Problem = 'dismissed' | 'failed';

const subscribeTexts: Record<Problem, string> = {
  dismissed: 'Push stays off, because notifications were not allowed.',
  failed: 'Your browser could not reach its push service. Please try again later.',
};

function ThisBrowser({ publicKey, isKnown, fetcher }: ThisBrowserProps) {
  // Null before the scripts have looked.
  const [support, setSupport] = useState<PushSupport | null>(null);
  const [isForgotten, setForgotten] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const found = readPushSupport();
    setSupport(found);
    if (!isKnown || found === 'unsupported') return setForgotten(false);
    let isCurrent = true;
    void hasSubscription().then((has) => {
      if (isCurrent) setForgotten(!has);
    });
    return () => {
      isCurrent = false;
    };
  }, [isKnown]);

  async function enable() {
    setAsking(true);
    setProblem(null);
    try {
      const fields = await subscribe(publicKey);
      setSupport(readPushSupport());
      if (fields === null) return setProblem('dismissed');
      await fetcher.submit({ intent: 'push-on', ...fields }, { method: 'post', action: path });
      setForgotten(false);
    } catch {
      setProblem('failed');
    } finally {
      setAsking(false);
    }
  }

  if (support === 'unsupported') {
    return (
      <BrowserState text="This browser cannot do push. On an iPhone or iPad, add this site to the home screen and open it there." />
    );
  }
  if (support === 'denied') {
    return (
      <BrowserState text="This browser blocks notifications of this site. Allow them in its settings, then load the page again." />
    );
  }
  const isOn = isKnown && !isForgotten;
  const isPending = isAsking || fetcher.formData?.get('intent') === 'push-on';
  return (
    <>
      {problem && <Alert tone="failure">{subscribeTexts[problem]}</Alert>}
      <BrowserState text={isOn ? 'Push is on in this browser.' : 'Push is off in this browser.'}>
        {isOn ? (
          <fetcher.Form method="post" action={path} onSubmit={() => void endSubscription()}>
            <input type="hidden" name="intent" value="push-off" />
            <Button
              size="sm"
              variant="quiet"
              pending={fetcher.formData?.get('intent') === 'push-off'}
            >
              Turn off
            </Button>
          </fetcher.Form>
        ) : (
          <Button
            type="button"
            size="sm"
            pending={isPending}
            disabled={support === null}
            onClick={() => void enable()}
          >
            Turn on
          </Button>
        )}
      </BrowserState>
      {!isOn && (
        <noscript>
          <p className="text-muted">Turning push on needs scripts.</p>
        </noscript>
      )}
    </>
  );
}

function BrowserState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-raised px-4 py-3">
      <p className="min-w-0 flex-1 basis-52 font-medium">{text}</p>
      {children}
    </div>
  );
}

interface BrowserRowProps {
  browser: PushedBrowser;
  fetcher: PushFetcher;
  now: Date;
}

function BrowserRow({ browser, fetcher, now }: BrowserRowProps) {
  const { id, device, createdAt, lastUsedAt, isCurrent } = browser;
  return (
    <DeviceRow
      device={device}
      isCurrent={isCurrent}
      facts={
        <>
          {lastUsedAt && (
            <>
              last push <RelativeTime value={lastUsedAt} now={now} /> ·{' '}
            </>
          )}
          since <DateTime value={createdAt} format="date" />
        </>
      }
    >
      <fetcher.Form method="post" action={path}>
        <HiddenFields values={{ intent: 'push-remove', subscriptionId: id }} />
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Remove ${device.name}`}
          pending={fetcher.formData?.get('subscriptionId') === id}
        >
          Remove
        </Button>
      </fetcher.Form>
    </DeviceRow>
  );
}
