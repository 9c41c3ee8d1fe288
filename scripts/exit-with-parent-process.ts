/**
 * Sends SIGTERM to this process when its parent process ends. npm starts a script through a shell, which may
 * die from a signal without passing it on.
 */
export function exitWithParentProcess(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
