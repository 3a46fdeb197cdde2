/** The only way to call another host: no redirect is followed, and the time and the length of the response are limited. */

interface OutsideCall {
  /** Ends the call after its time. */
  signal: AbortSignal
  method?: string
  headers?: Record<string, string>
  body?: string | FormData
  /** More than this is an error. */
  maxBytes?: number
}

export interface OutsideAnswer {
  status: number
  /** A status from 200 to 299. */
  ok: boolean
  bytes: Uint8Array<ArrayBuffer>
  /** Throws where the response is no JSON. */
  json(): unknown
}

/** More than any list, picture or document of a provider. */
const defaultMaxBytes = 20_000_000

export async function callOutside(
  request: string | Request,
  { maxBytes = defaultMaxBytes, ...call }: OutsideCall,
): Promise<OutsideAnswer> {
  // The one place where the linter allows it.
  const response = await fetch(request, { ...call, redirect: 'error' })
  const bytes = await readAtMost(response, maxBytes)
  return {
    status: response.status,
    ok: response.ok,
    bytes,
    json: () => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
  }
}

/** Leaving the loop cancels the rest of the body and closes its connection. */
async function readAtMost({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces, length))
}
