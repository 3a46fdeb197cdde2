/** Serves `/metrics` on a port of its own, which no proxy forwards to the public. */
import { createServer, type Server } from 'node:http'
import { StartError } from '../config/config.ts'
import { type Gauge, writeMetrics } from './meters.ts'

export interface MetricsServer {
  /** The port it listens on; the system chooses one where 0 was asked for. */
  port: number
  stop(): Promise<void>
}

/** Throws StartError with one line where it cannot listen. */
export async function openMetricsServer(
  { host, port }: { host: string; port: number },
  gauges: () => Promise<Gauge[]>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only /metrics here.\n')
      return
    }
    void gauges()
      .then(writeMetrics)
      .then((text) => {
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        response.end(text)
      })
      .catch(() => response.writeHead(500).end())
  })
  await listening(server, port, host)
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Throws StartError where another process has the port on which a process that is started next will serve its metrics. */
export async function requireMetricsPort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port > 65_535)
    throw new StartError('METRICS_PORT has to be below 65535: the worker process uses the next port.')
  const server = createServer()
  await listening(server, port, host)
  await new Promise((resolve) => server.close(resolve))
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.listen(port, host, resolve)
    server.once('error', (error) =>
      reject(new StartError(`Cannot listen on ${host}:${port} (METRICS_PORT): ${error.message}.`)),
    )
  })
}
