/** `npm run build`: builds the pages where their sources have changed since the last build. */
import { operate } from './operate.ts'
import { stopSignal } from './stop-signal.ts'
import { buildWeb } from './web-build.ts'

await operate(() => buildWeb(stopSignal()))
