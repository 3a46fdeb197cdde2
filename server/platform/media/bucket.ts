/** The four requests to an S3 bucket that pictures need, signed with AWS signature version 4. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Access } from '../config/providers.ts'
import { callOutside, type OutsideAnswer } from '../providers/call-outside.ts'

export interface Bucket {
  has(name: string): Promise<boolean>
  put(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void>
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(name: string): Promise<void>
}

const timeoutMs = 15_000

/** Names must consist of letters, digits, dots, hyphens and slashes. They follow the bucket's name in the path. */
export function openBucket(access: S3Access): Bucket {
  const sign = openRequestSigner(access)
  const root = `${access.endpoint.replace(/(?<!\/)\/+$/, '')}/${access.bucket}`

  async function send(
    method: string,
    name: string,
    { bytes, headers = {} }: { bytes?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<OutsideAnswer> {
    const request = await sign({ method, url: `${root}/${name}`, headers, ...(bytes && { bytes }) })
    const answer = await callOutside(request, { signal: AbortSignal.timeout(timeoutMs) })
    if (answer.ok || answer.status === 404) return answer
    throw new Error(`the bucket answers ${method} with ${answer.status}`)
  }
  return {
    has: async (name) => (await send('HEAD', name)).ok,
    async put(name, bytes, type) {
      const answer = await send('PUT', name, { bytes, headers: { 'content-type': type } })
      if (!answer.ok) throw new Error('there is no such bucket')
    },
    async get(name) {
      const answer = await send('GET', name)
      return answer.ok ? answer.bytes : undefined
    },
    async remove(name) {
      await send('DELETE', name)
    },
  }
}

interface Unsigned {
  method: string
  url: string
  headers: Record<string, string>
  bytes?: Uint8Array<ArrayBuffer>
  /** The time of the signature as YYYYMMDDTHHMMSSZ; now when it is left out. */
  datetime?: string
}

/** Returns a function that makes the request with date, SHA-256 of the body and signature in its headers. */
export function openRequestSigner({
  region,
  accessKeyId,
  secretAccessKey,
}: Pick<S3Access, 'region' | 'accessKeyId' | 'secretAccessKey'>): (unsigned: Unsigned) => Promise<Request> {
  const client = new AwsClient({ region, accessKeyId, secretAccessKey, service: 's3' })
  return ({ method, url, headers, bytes, datetime }) =>
    client.sign(url, {
      method,
      // Without the hash the client would sign 'UNSIGNED-PAYLOAD', and a body that was changed on its way would pass.
      headers: { ...headers, 'x-amz-content-sha256': sha256(bytes ?? new Uint8Array()) },
      ...(bytes && { body: bytes }),
      aws: { allHeaders: true, ...(datetime && { datetime }) },
    })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
