/** Where a person goes after signing in: back to what they were doing, or to their own area. */
import { useSearchParams } from 'react-router'
import type { Role } from '../../../contract/endpoint.ts'
import { paths, safeNext } from '../../paths.ts'

// Pages that belong to sellers; everything else is open to customers.
const sellerArea = /^\/(?:seller-|manage-|addproduct\b|edit-product\/)/
/** Pages of customers and sellers, for people who are neither. */
export const ofOthers =
  /^\/(?:seller-|manage-|addproduct\b|edit-product\/|(?:cart|wishlist|my-orders|profile)\b)/

/** `next` is already known to be a path of ours; it is taken only where the role may see it. */
export function landing(role: Role, next: string | null): string {
  if (role === 'SELLER') return next && sellerArea.test(next) ? next : paths.sellerDashboard
  return next && !sellerArea.test(next) ? next : paths.home
}

/** The page that `?next=` names, and a way to hand it on to the next page of signing in. */
export function useNext() {
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  return { next, withNext: (path: string) => (next ? `${path}?next=${encodeURIComponent(next)}` : path) }
}
