import { get } from 'node:http'

export interface RawAnswer {
  status: number
  /** Content type and content encoding. */
  headers: Record<string, string>
  body: Buffer
}

/** Fetches a response without decompressing it, unlike fetch. */
export function rawAnswer(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const { 'content-type': type = 'text/plain', 'content-encoding': encoding } = response.headers
        resolve({
          status: response.statusCode ?? 0,
          headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
          body: Buffer.concat(chunks),
        })
      })
    }).once('error', reject)
  })
}
