/** Where a server loader finds the API: the server puts it in before it renders. */
import { createContext } from 'react-router'

/** The API without a network in between. */
export type ApiFetch = (request: Request) => Promise<Response>

export const apiContext = createContext<ApiFetch>()
