/** A plain HTTP client with a cookie jar, independent of the web code. */

export interface Answer<T = any> {
  status: number
  body: T
  headers: Headers
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export interface TestClient {
  get<T = any>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  delete<T = any>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  request(path: string, init: Init): Promise<Response>
  /** Cookies by name; may be changed by a test. */
  cookies: Map<string, string>
}

/** Adds the prefix /api/v1 to paths such as `/auth/login`. */
export function createClient(url: string): TestClient {
  const cookies = new Map<string, string>()

  async function request(path: string, init: Init): Promise<Response> {
    const target = /^\/(auth|private|public|webhooks)\//.test(path) ? `${url}/api/v1${path}` : url + path
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(target, {
      redirect: 'manual',
      ...init,
      // Compression takes a tenth of the processor time; tests of it send their own header.
      headers: { 'accept-encoding': 'identity', ...(cookie ? { cookie } : {}), ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function answer(path: string, init: Init): Promise<Answer> {
    const response = await request(path, init)
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
  }

  return {
    cookies,
    request,
    get: (path, headers = {}) => answer(path, { headers }),
    delete: (path, headers = {}) => answer(path, { method: 'DELETE', headers }),
    post: (path, body, headers = {}) =>
      answer(path, {
        method: 'POST',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** Makes the call several times in sequence and returns the statuses. */
export async function statusesOf(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await call()).status)
  return statuses
}
