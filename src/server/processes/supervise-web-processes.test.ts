import pino from 'pino';
import { expect, test } from 'vitest';
import { superviseWebProcesses, type WebProcess } from './supervise-web-processes.ts';

/** A web process that the test starts and ends by hand. */
function createProcess(name: string) {
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<string>();
  const received: string[] = [];
  const state = { hangs: false };
  const child: WebProcess = {
    ready: ready.promise,
    exited: exited.promise,
    stop(how) {
      received.push(how);
      exited.resolve('exit code 0');
    },
    ping: () => (state.hangs ? new Promise(() => undefined) : Promise.resolve()),
    kill: () => exited.resolve('SIGKILL'),
  };
  return { name, state, child, received, open: ready.resolve, end: exited.resolve };
}

function supervise(
  count: number,
  times: Parameters<typeof superviseWebProcesses>[0]['times'] = {},
) {
  const started: ReturnType<typeof createProcess>[] = [];
  const failures: string[] = [];
  const supervisor = superviseWebProcesses({
    count,
    start(name) {
      const created = createProcess(name);
      started.push(created);
      return created.child;
    },
    log: pino({ level: 'silent' }),
    onFailure: (message) => failures.push(message),
    times: { backoffMs: 1, ...times },
  });
  const waitFor = (number: number) => expect.poll(() => started.length).toBe(number);
  return { supervisor, started, failures, waitFor };
}

test('a web process that ends is started again under its name', async () => {
  const { supervisor, started, failures, waitFor } = supervise(2);
  const starting = supervisor.startAll();
  for (const { open } of started) open();
  expect(await starting).toBe(true);
  started[1]?.end('SIGKILL');
  await waitFor(3);
  expect(started.map(({ name }) => name)).toEqual(['web-1', 'web-2', 'web-2']);
  started[2]?.open();
  await supervisor.stop();
  expect(started.map(({ received }) => received)).toEqual([['stop'], [], ['stop']]);
  expect(failures).toEqual([]);
});

test('a web process that ends three times in a row while it starts is a failure', async () => {
  const { supervisor, started, failures, waitFor } = supervise(1);
  const starting = supervisor.startAll();
  for (const number of [1, 2, 3]) {
    await waitFor(number);
    started[number - 1]?.end('exit code 1');
  }
  expect(await starting).toBe(false);
  expect(failures).toEqual([
    'The web process web-1 ended 3 times in a row while it started (exit code 1).',
  ]);
});

test('a web process that ends while it is started again is started until it is ready', async () => {
  const { supervisor, started, failures, waitFor } = supervise(2, { backoffMaxMs: 2 });
  const starting = supervisor.startAll();
  for (const { open } of started) open();
  await starting;
  started[1]?.end('SIGKILL');
  for (const number of [3, 4, 5, 6, 7]) {
    await waitFor(number);
    started[number - 1]?.end('exit code 1');
  }
  await waitFor(8);
  started[7]?.open();
  await supervisor.stop();
  expect(started[0]?.received).toEqual(['stop']);
  expect(started[7]?.received).toEqual(['stop']);
  expect(failures).toEqual([]);
});

test('a web process that is never ready is killed', async () => {
  const { supervisor, failures } = supervise(1, { startMs: 1 });
  expect(await supervisor.startAll()).toBe(false);
  expect(failures[0]).toContain('it was not ready in time');
});

test('a restart replaces one process after the other, and drains it when its successor is ready', async () => {
  const { supervisor, started, waitFor } = supervise(2);
  const starting = supervisor.startAll();
  for (const { open } of started) open();
  await starting;
  const restarting = supervisor.restartAll();
  await waitFor(3);
  expect(started[0]?.received).toEqual([]);
  started[2]?.open();
  await waitFor(4);
  expect(started[0]?.received).toEqual(['drain']);
  expect(started[1]?.received).toEqual([]);
  started[3]?.open();
  expect(await restarting).toBe(true);
  expect(started.map(({ name }) => name)).toEqual(['web-1', 'web-2', 'web-1', 'web-2']);
  await supervisor.stop();
});

test('a restart whose first process does not start leaves the others running', async () => {
  const { supervisor, started, failures, waitFor } = supervise(2);
  const starting = supervisor.startAll();
  for (const { open } of started) open();
  await starting;
  const restarting = supervisor.restartAll();
  for (const number of [3, 4, 5]) {
    await waitFor(number);
    started[number - 1]?.end('exit code 1');
  }
  expect(await restarting).toBe(false);
  expect(started.slice(0, 2).map(({ received }) => received)).toEqual([[], []]);
  expect(failures).toEqual([]);
  await supervisor.stop();
});

test('a web process that does not answer is killed and started again', async () => {
  const { supervisor, started, waitFor } = supervise(2, { pingMs: 5 });
  const starting = supervisor.startAll();
  for (const { open } of started) open();
  await starting;
  const [hanging] = started;
  if (hanging) hanging.state.hangs = true;
  await waitFor(3);
  expect(started[2]?.name).toBe('web-1');
  expect(await hanging?.child.exited).toBe('SIGKILL');
  started[2]?.open();
  await supervisor.stop();
  expect(started[1]?.received).toEqual(['stop']);
});
