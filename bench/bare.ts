/** A bare node:http server that writes given bytes: the limit that the shop's answers are compared with. */
import { createServer } from 'node:http'

const [, , port = '0', file = ''] = process.argv
const { readFileSync } = await import('node:fs')
const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as {
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body, 'base64')

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
