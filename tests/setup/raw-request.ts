/** Sends a request with exactly the given headers; fetch adds or forbids some that tests have to set. */
import { request } from 'node:http'

export function rawRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
      .once('error', reject)
      .end()
  })
}
