/** Where a server loader finds the API: the server puts it in before it renders. */
import { createContext } from 'react-router'
import type { AdminPaths } from '../contract/admin-security.ts'

/** The API without a network in between. */
export type ApiFetch = (request: Request) => Promise<Response>

export const apiContext = createContext<ApiFetch>()

export interface AdminPage {
  page: keyof AdminPaths | 'admin-seller-orders'
  paths: AdminPaths
}

/** Which page of the administrator's stands at this address; null for everybody else, who gets the ordinary 404 page there. */
export const adminPageContext = createContext<AdminPage | null>(null)
