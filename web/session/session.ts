/**
 * The session as the browser knows it. Public pages are the same for everybody and are completed with it after
 * hydration.
 */
import { useSyncExternalStore } from 'react'
import type { Reply, Role } from '../../contract/endpoint.ts'
import { api } from '../../contract/endpoints.ts'
import { ApiError, call } from '../api/client.ts'

export interface Session {
  /** 'unknown' until the first reply of the server, and always in server-rendered HTML. */
  status: 'unknown' | 'visitor' | 'signed-in'
  email: string | null
  role: Role | null
  /** The start of the administrator's pages, which no link of the shop names. */
  home?: string | undefined
  /** For a member of a seller's team: whose shop it is, and what they may do there. */
  team?: Membership | undefined
}
export type Membership = NonNullable<Reply<typeof api.profile.me>['team']>

const unknown: Session = { status: 'unknown', email: null, role: null }
const visitor: Session = { status: 'visitor', email: null, role: null }

let session = unknown
let cartCount: number | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/**
 * The server sets a readable cookie without a secret beside the session cookie. Without it nobody is logged in, and
 * no call is needed.
 */
export function hasSessionHint(): boolean {
  return /(?:^|;\s*)(?:__Host-)?signed_in=1(?:;|$)/.test(document.cookie)
}

function setSession(next: Session): void {
  session = next
  if (next.role !== 'CUSTOMER') cartCount = null
  document.documentElement.toggleAttribute('data-signed-in', next.status === 'signed-in')
  notifyListeners()
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  )
}

/** The number of different products in the customer's cart; null for anybody else and until it is known. */
export function useCartCount(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => cartCount,
    () => null,
  )
}

/** Resolves when the session is known, for a press that comes before. */
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

/** Asks the server who is logged in. A failure other than 401 changes nothing (specification §4). */
export async function refreshSession(): Promise<Session> {
  try {
    const own = await call(api.profile.me)
    setSession({ status: 'signed-in', ...own })
    if (own.role === 'CUSTOMER') void refreshCartCount()
  } catch (error) {
    console.info(
      'Nobody is signed in, or the server could not say who.',
      error instanceof ApiError ? error.message : error,
    )
    if (error instanceof ApiError && error.status === 401) clearSession()
    else if (session.status === 'unknown') setSession(visitor)
  }
  return session
}

/** Clears the session in this tab, after a logout and after a 401. */
export function clearSession(): void {
  document.cookie = 'signed_in=; Max-Age=0; Path=/; SameSite=Lax'
  document.cookie = '__Host-signed_in=; Max-Age=0; Path=/; SameSite=Lax; Secure'
  setSession(visitor)
}

/** To be called after every change of the cart: updates the count in the header. */
export async function refreshCartCount(): Promise<void> {
  try {
    const lines = await call(api.cart.get)
    cartCount = lines.length
    notifyListeners()
  } catch (error) {
    console.info('The cart could not be counted.', error instanceof ApiError ? error.message : error)
  }
}

/**
 * Called once by the browser's entry. A login or logout in another tab is noticed by the hint cookie when this tab is
 * visible again.
 */
export function startSession(): void {
  const look = () => {
    if (hasSessionHint()) void refreshSession()
    else setSession(visitor)
  }
  look()
  const lookAgain = () => {
    if (document.visibilityState === 'visible' && hasSessionHint() !== (session.status === 'signed-in'))
      look()
  }
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('pageshow', (event) => event.persisted && lookAgain())
}
