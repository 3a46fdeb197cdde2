/**
 * `npm run dev`: Vite serves the pages with hot reload and proxies everything else to the shop in a child process, which
 * is restarted after each change in server, contract or sandbox. Two processes, because only a new process is sure to run
 * no old code, while Vite has to keep its connections to open browsers.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { ConfigError, readConfig } from '../server/platform/config/config.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { root } from './run-tool.ts'
import { stopSignal } from './stop-signal.ts'

const watched = ['server', 'contract', 'sandbox', 'web/routes/admin']
/** Paths of the administrator's pages; these are built ahead and served by the shop, not by Vite. */
const adminPath = /^\/(?:[\da-f]{32}|admin-seller-orders)(?:\/|$)/
const shopPaths = [
  '/api',
  '/media',
  '/dev',
  '/sandbox',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps',
]

type ApiFetch = (request: Request) => Promise<Response>

const signal = stopSignal()
try {
  await main()
  process.exit(0)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const behind = `http://127.0.0.1:${await freePort()}`
  const shop = keepShopRunning({
    ...process.env,
    PORT: new URL(behind).port,
    HOST: '127.0.0.1',
    PUBLIC_URL: config.publicUrl,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  })
  const front = createServer()
  const vite = await createVite({
    root,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server: front },
      proxy: Object.fromEntries(shopPaths.map((prefix) => [`^${prefix}(/|\\?|$)`, { target: behind }])),
    },
  })
  const pages = getRequestListener((request) => renderPage(vite, request, behind))
  front.on('request', (request, response) => {
    const render = () => void pages(request, response)
    const isAdminPage = adminPath.test(request.url ?? '')
    void shop.ready().then(() => (isAdminPage ? render() : vite.middlewares(request, response, render)))
  })
  front.once('error', (error) => {
    console.error(`Cannot listen on port ${config.port}: ${error.message}.`)
    process.exit(1)
  })
  front.listen(config.port, config.host)
  if (!signal.aborted) await once(signal, 'abort')
  await Promise.all([shop.stop(), vite.close()])
}

async function renderPage(vite: ViteDevServer, request: Request, behind: string): Promise<Response> {
  try {
    const { pathname, search } = new URL(request.url)
    if (adminPath.test(pathname)) {
      const answer = await fetch(behind + pathname + search, {
        headers: { cookie: request.headers.get('cookie') ?? '' },
      })
      const type = answer.headers.get('content-type') ?? ''
      if (answer.ok) return new Response(answer.body, { headers: { 'content-type': type } })
    }
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    const { apiContext } = build.entry.module as unknown as { apiContext: RouterContext<ApiFetch> }
    const context = new RouterContextProvider()
    context.set(apiContext, (call) => {
      const { pathname, search } = new URL(call.url)
      return fetch(new Request(`${behind}${pathname}${search}`, call))
    })
    return await createRequestHandler(build, 'development')(request, context)
  } catch (error) {
    vite.ssrFixStacktrace(error as Error)
    console.error(error)
    return new Response((error as Error).stack, { status: 500 })
  }
}

/** Runs the shop without its pages in a child process and restarts it when its code changes. */
function keepShopRunning(env: NodeJS.ProcessEnv): { ready(): Promise<unknown>; stop(): Promise<void> } {
  let shop: ChildProcess
  let ready: Promise<unknown>
  let turn: Promise<void> = Promise.resolve()

  function start(): void {
    const args = [path.join('scripts', 'start.ts'), '--without-pages']
    // The child exits when its IPC channel closes, so it never outlives this process.
    shop = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    // If the shop cannot start, it has logged why. Requests are forwarded and fail until the next change.
    ready = Promise.race([once(shop, 'message'), once(shop, 'exit')])
  }

  async function stop(): Promise<void> {
    if (shop.exitCode !== null || shop.signalCode !== null) return
    const ended = once(shop, 'exit')
    shop.kill('SIGTERM')
    await ended
  }

  let waiting: NodeJS.Timeout | undefined
  for (const folder of watched) {
    watch(path.join(root, folder), { recursive: true }, (_, file) => {
      if (!file || !/\.(tsx?|js|sql|css)$/.test(file) || file.endsWith('.test.ts')) return
      clearTimeout(waiting) // debounce: an editor writes a file in several steps, a branch switch many files
      waiting = setTimeout(() => {
        turn = turn.then(async () => {
          console.log(`\n${path.join(folder, file)} has changed: starting the shop again ...`)
          await stop()
          start()
        })
      }, 150)
    })
  }
  start()
  return {
    ready: async () => {
      await turn
      return ready
    },
    stop: async () => {
      clearTimeout(waiting)
      await turn
      await stop()
    },
  }
}
