/** The four calls of an S3 bucket that pictures need, signed with signature version 4. */
import { createHash, createHmac } from 'node:crypto'
import type { S3Access } from '../config-providers.ts'

export interface Bucket {
  has(name: string): Promise<boolean>
  put(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void>
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(name: string): Promise<void>
}

const patienceMs = 15_000

/** Names must consist of letters, digits, dots, hyphens and slashes. They follow the bucket's name in the path. */
export function openBucket(access: S3Access): Bucket {
  async function send(
    method: string,
    name: string,
    { bytes, headers = {} }: { bytes?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const url = new URL(`${access.endpoint.replace(/(?<!\/)\/+$/, '')}/${access.bucket}/${name}`)
    const signed = signedHeaders(
      access,
      { method, url, headers, bytes: bytes ?? new Uint8Array() },
      new Date(),
    )
    const answer = await fetch(url, {
      method,
      redirect: 'error',
      headers: signed,
      signal: AbortSignal.timeout(patienceMs),
      ...(bytes && { body: bytes }),
    })
    if (answer.ok || answer.status === 404) return answer
    await answer.body?.cancel()
    throw new Error(`the bucket answers ${method} with ${answer.status}`)
  }
  return {
    has: async (name) => (await send('HEAD', name)).ok,
    async put(name, bytes, type) {
      const answer = await send('PUT', name, { bytes, headers: { 'content-type': type } })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error('there is no such bucket')
    },
    async get(name) {
      const answer = await send('GET', name)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      await answer.body?.cancel()
      return undefined
    },
    async remove(name) {
      await (await send('DELETE', name)).body?.cancel()
    },
  }
}

interface Unsigned {
  method: string
  url: URL
  headers: Record<string, string>
  bytes: Uint8Array
}

/** The headers with date, hash of the body and signature. For paths that need no escaping and no query. */
export function signedHeaders(
  { region, accessKeyId, secretAccessKey }: Pick<S3Access, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  { method, url, headers, bytes }: Unsigned,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const hash = sha256(bytes)
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': time }
  const named = Object.entries({ ...all, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = named.map(([name]) => name).join(';')
  const lines = named.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const request = `${method}\n${url.pathname}\n\n${lines}\n${names}\n${hash}`
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(request)}`).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...all, authorization }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
