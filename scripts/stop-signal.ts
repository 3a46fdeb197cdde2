/**
 * Returns a signal that aborts when the task has to stop: Ctrl-C, SIGTERM, a closed terminal, or the end of start.mjs for
 * any reason. A second request, at least a second later, exits at once.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  let asked = 0
  const ask = () => {
    // One Ctrl-C arrives twice, from the terminal and forwarded by start.mjs; only a later one means 'exit at once'.
    if (asked && Date.now() - asked > 1000) process.exit(1)
    asked ||= Date.now()
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  process.on('disconnect', ask)
  return stopping.signal
}
