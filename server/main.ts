/** `node server/main.ts` starts the shop in production, without the development kit. */
import process from 'node:process'
import { ConfigError, readConfig, StartError } from './platform/config/config.ts'
import { maskCrashes } from './platform/observe/mask.ts'
import { startServer } from './process/start-server.ts'

maskCrashes()
try {
  const running = await startServer(readConfig(process.env), { ownWorker: true })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void running.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
