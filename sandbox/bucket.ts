/**
 * A stand-in of an S3 bucket as a process of its own: stores, reads and removes objects in a folder, and refuses a request whose
 * signature is wrong. `node sandbox/bucket.ts --data=folder --port=4000 --region=… --key=… --secret=…`
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AwsClient } from 'aws4fetch'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { data: text, port: text, region: text, key: text, secret: text } })
const { data, port, region, key, secret } = values
if (!data || !port || !region || !key || !secret) {
  console.error('--data, --port, --region, --key and --secret are needed.')
  process.exit(1)
}
const folder = data
const signer = new AwsClient({ region, accessKeyId: key, secretAccessKey: secret, service: 's3' })
let written = 0

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const { method = '', url = '' } = request
  if (!/^\/[\w./-]+$/.test(url) || url.includes('..')) return void response.writeHead(400).end()
  if (!(await isSigned(request, bytes))) return void response.writeHead(403).end()
  const file = path.join(folder, url)
  if (method === 'PUT') {
    await mkdir(path.dirname(file), { recursive: true })
    // Under another name first: nobody reads half an object.
    const part = `${file}.part-${(written += 1)}`
    await writeFile(part, bytes)
    await rename(part, file)
    return void response.writeHead(200).end()
  }
  if (method === 'DELETE') {
    await rm(file, { force: true })
    return void response.writeHead(204).end()
  }
  const object = await readFile(file).catch(() => undefined)
  if (!object) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-length': object.length }).end(method === 'GET' ? object : undefined)
}

async function isSigned(request: IncomingMessage, bytes: Buffer): Promise<boolean> {
  const type = request.headers['content-type']
  const expected = await signer.sign(`http://${request.headers.host}${request.url}`, {
    method: request.method ?? '',
    headers: {
      ...(type && { 'content-type': type }),
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    },
    ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
    aws: { allHeaders: true, datetime: String(request.headers['x-amz-date']) },
  })
  return request.headers.authorization === expected.headers.get('authorization')
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
