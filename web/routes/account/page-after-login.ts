/** Which page is opened after the login: the one that `?next=` names, or the start of the person's own area. */
import { useSearchParams } from 'react-router'
import type { Role } from '../../../contract/endpoint.ts'
import { isSellerArea, paths, safeNext } from '../../paths.ts'

/** The pages of customers and sellers, which an administrator cannot open. */
export const customerOrSellerPage =
  /^\/(?:seller-|manage-|addproduct\b|edit-product\/|(?:cart|wishlist|my-orders|profile)\b)/

/** The pages from which a seller or an administrator is sent to the login, because only customers shop. */
export const customersPage = /^\/(?:product\/|(?:cart|wishlist|my-orders|profile)\b)/

/** The page after a login. `next` is a path of this site; it is ignored where the role may not open it. */
export function pageAfterLogin(role: Role, next: string | null): string {
  if (role === 'SELLER') return next && isSellerArea(next) ? next : paths.sellerDashboard
  return next && !isSellerArea(next) ? next : paths.home
}

/** The page that `?next=` names, and a function that adds the parameter to another address of the login. */
export function useNextParam() {
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  return { next, withNext: (path: string) => (next ? `${path}?next=${encodeURIComponent(next)}` : path) }
}
