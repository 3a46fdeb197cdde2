/**
 * Aborts when the task is asked to end: Ctrl-C, SIGTERM, a closed terminal, or the end of start.mjs, however it ended.
 * A second request more than a second after the first ends the process at once.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  let asked = 0
  const ask = () => {
    // Ctrl-C comes twice, from the terminal and passed on by start.mjs: only a later one is impatience.
    if (asked && Date.now() - asked > 1000) process.exit(1)
    asked ||= Date.now()
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.on('disconnect', ask)
  return stopping.signal
}
