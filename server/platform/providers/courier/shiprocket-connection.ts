/** Calls to Shiprocket's API: the token, the time limit, and failures, also those inside HTTP 200 (providers.md §2). */
import { z } from 'zod'
import type { CourierAccess } from '../../config/providers.ts'
import { callOutside } from '../call-outside.ts'
import { CourierRefused, CourierUnavailable } from './provider.ts'

export interface ShiprocketConnection {
  /**
   * The reply, checked by `schema`. Throws CourierRefused where the courier refuses, CourierUnavailable where it did not
   * respond or a later call may succeed.
   */
  ask<T>(method: string, path: string, schema: z.ZodType<T>, body?: object): Promise<T>
}

const defaultTimeoutMs = 8_000

export const callTimeout = (access: CourierAccess) =>
  AbortSignal.timeout(access.timeoutMs ?? defaultTimeoutMs)

const loginReply = z.object({ token: z.string().min(1) })
const data = z.union([z.string(), z.object({ awb_assign_error: z.string().optional() })])
const errorBody = z.object({
  message: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  status_code: z.number().optional().catch(undefined),
  response: z
    .union([z.string(), z.object({ data })])
    .optional()
    .catch(undefined),
  errors: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
})

/** Logs in with the first call and again when the token is refused. */
export function openConnection(access: CourierAccess): ShiprocketConnection {
  let token: Promise<string> | undefined

  async function logIn(): Promise<string> {
    const { email, password } = access
    const { answer, status } = await send(access, 'POST', '/auth/login', { email, password })
    const parsed = loginReply.safeParse(answer)
    // Only the shop's owner can correct a wrong password: until then every parcel waits and none fails.
    if (!parsed.success) throw new CourierUnavailable(`the courier refused the log-in: ${status}`)
    return parsed.data.token
  }

  /** The one token of this process. A log-in that failed is forgotten, so that the next call tries again. */
  function currentToken(): Promise<string> {
    const mine = (token ??= logIn())
    mine.catch(() => {
      if (token === mine) token = undefined
    })
    return mine
  }

  return {
    async ask(method, path, schema, body) {
      let used = currentToken()
      let reply = await send(access, method, path, body, await used)
      if (reply.status === 401) {
        if (token === used) token = undefined
        used = currentToken()
        reply = await send(access, method, path, body, await used)
      }
      const parsed = reply.status < 300 ? schema.safeParse(reply.answer) : undefined
      if (parsed?.success) return parsed.data
      throw errorOf(`${method} ${path.replace(/[?].*/, '')}`, reply)
    },
  }
}

interface Reply {
  status: number
  answer: unknown
}

async function send(
  access: CourierAccess,
  method: string,
  path: string,
  body?: object,
  bearer?: string,
): Promise<Reply> {
  try {
    const answer = await callOutside(access.apiUrl + path, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: callTimeout(access),
    })
    return { status: answer.status, answer: answer.status === 204 ? {} : answer.json() }
  } catch (error) {
    throw new CourierUnavailable(`${method} ${path}: ${(error as Error).name}`, { cause: error })
  }
}

/** Distinguishes a refusal from a response after which the same call may succeed later. */
function errorOf(call: string, { status, answer }: Reply): Error {
  const { said, code } = refusalIn(answer)
  const message = `${call}: ${status} ${said ?? 'unexpected answer'}`
  const passing = [status, code].some((n) => n >= 500 || n === 429 || n === 401) || (status < 300 && !said)
  return passing ? new CourierUnavailable(message) : new CourierRefused(message, status >= 400 || code >= 400)
}

/** The reason of a refusal, in the courier's words; failures inside HTTP 200 have them in one of several places. */
function refusalIn(answer: unknown): { said: string | undefined; code: number } {
  const { message, response, errors, status, status_code } = errorBody.safeParse(answer).data ?? {}
  const fields = Object.entries(errors ?? {}).map(([name, texts]) => `${name}: ${texts.join(' ')}`)
  const inside = typeof response === 'object' ? response.data : response
  const said = [message, ...fields, typeof inside === 'object' ? inside.awb_assign_error : inside]
  return { said: said.filter(Boolean).join(' ').slice(0, 300) || undefined, code: status_code ?? status ?? 0 }
}
