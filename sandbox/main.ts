/**
 * The stand-ins as a process of their own: `node sandbox/main.ts --data=folder --shop=http://127.0.0.1:3000 --port=4000`.
 * The control routes (`/dev/…`, `/sandbox/…`) are on `--port`, the providers on free ports or those of `--payments`,
 * `--courier` and `--smtp`. When all of them listen, one line of JSON with their addresses and keys is printed. `--seed`
 * repeats what faults leave to chance, `--step` moves parcels by themselves every so many milliseconds, and `--retry`
 * is how many milliseconds after a failure a webhook is sent again.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createAdaptorServer } from '@hono/node-server'
import { startSandbox } from './sandbox.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    data: text,
    shop: text,
    port: text,
    payments: text,
    courier: text,
    smtp: text,
    seed: text,
    step: text,
    retry: text,
  },
})
const { data, shop } = values
if (data === undefined || shop === undefined) {
  console.error('--data and --shop are needed: the folder of the journals and the URL of the shop.')
  process.exit(1)
}
const numberOf = (given: string | undefined) => Number(given ?? 0)

const sandbox = await startSandbox({
  dataDir: data,
  shopUrl: shop,
  controls: true,
  courierStepMs: values.step === undefined ? null : Number(values.step),
  ports: {
    payments: numberOf(values.payments),
    courier: numberOf(values.courier),
    smtp: numberOf(values.smtp),
  },
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  ...(values.retry !== undefined && { webhookRetryMs: [Number(values.retry)] }),
})
const server = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) }) as Server
server.listen(numberOf(values.port), '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const { payment, courier, smtpUrl } = sandbox
console.log(JSON.stringify({ controlUrl: `http://127.0.0.1:${port}`, payment, courier, smtpUrl }))

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void sandbox.stop().then(() => process.exit(0))
})
