/**
 * npm starts a script through a shell, which may die of a signal without handing it on. Whoever stops npm
 * means the script: it ends with its parent, as if it had been asked to.
 */
export function followNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
