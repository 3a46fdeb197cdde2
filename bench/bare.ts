/** A bare node:http server that writes given bytes: the upper bound that the shop is compared with. */
import { createServer } from 'node:http'

const [, , port = '0', file = ''] = process.argv
const { readFileSync } = await import('node:fs')
const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8')) as {
  status: number
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body, 'base64')

createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
