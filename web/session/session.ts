/** Who is signed in, as the browser finds out: public pages are the same for everybody and are filled in by this. */
import { useSyncExternalStore } from 'react'
import type { Role } from '../../contract/endpoint.ts'
import { api } from '../../contract/endpoints.ts'
import { ApiError, call } from '../api/client.ts'

export interface Session {
  /** 'unknown' until the first answer; always so in server-rendered HTML. */
  status: 'unknown' | 'visitor' | 'signed-in'
  email: string | null
  role: Role | null
  /** Where pages of this person's own begin, to which no link of the shop leads. */
  home?: string | undefined
}

const unknown: Session = { status: 'unknown', email: null, role: null }
const visitor: Session = { status: 'visitor', email: null, role: null }

let session = unknown
let cartCount: number | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

/** A cookie without any secret, set beside the session: a page of a visitor need not ask at all. */
export function hasHint(): boolean {
  return /(?:^|;\s*)(?:__Host-)?signed_in=1(?:;|$)/.test(document.cookie)
}

function become(next: Session): void {
  session = next
  if (next.role !== 'CUSTOMER') cartCount = null
  document.documentElement.toggleAttribute('data-signed-in', next.status === 'signed-in')
  tellAll()
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  )
}

/** How many different products are in the customer's cart; null for anybody else and until it is known. */
export function useCartCount(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => cartCount,
    () => null,
  )
}

/** Resolves when the first answer is there: for a press that comes before it. */
export function knownSession(): Promise<Session> {
  if (session.status !== 'unknown') return Promise.resolve(session)
  return new Promise((resolve) => {
    const leave = subscribe(() => {
      if (session.status === 'unknown') return
      leave()
      resolve(session)
    })
  })
}

/** Asks the server who is signed in. A failure changes nothing that is known (specification §4). */
export async function refreshSession(): Promise<Session> {
  try {
    const { email, role, home } = await call(api.profile.me)
    become({ status: 'signed-in', email, role, home })
    if (role === 'CUSTOMER') void cartChanged()
  } catch (error) {
    console.info(
      'Nobody is signed in, or the server could not say who.',
      error instanceof ApiError ? error.message : error,
    )
    if (error instanceof ApiError && error.status === 401) clearSession()
    else if (session.status === 'unknown') become(visitor)
  }
  return session
}

/** Forgets the person: after logging out, and when a call said 401. */
export function clearSession(): void {
  document.cookie = 'signed_in=; Max-Age=0; Path=/; SameSite=Lax'
  document.cookie = '__Host-signed_in=; Max-Age=0; Path=/; SameSite=Lax; Secure'
  become(visitor)
}

/** To be called after every change of the cart: brings the badge up to date. */
export async function cartChanged(): Promise<void> {
  try {
    const lines = await call(api.cart.get)
    cartCount = lines.length
    tellAll()
  } catch (error) {
    console.info('The cart could not be counted.', error instanceof ApiError ? error.message : error)
  }
}

/** Called once by the browser's entry. Another tab may log in or out meanwhile: a look at the cookie tells. */
export function startSession(): void {
  const look = () => {
    if (hasHint()) void refreshSession()
    else become(visitor)
  }
  look()
  const lookAgain = () => {
    if (document.visibilityState === 'visible' && hasHint() !== (session.status === 'signed-in')) look()
  }
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('pageshow', (event) => event.persisted && lookAgain())
}
