/** The key under which the server gives loaders the API; it is set before each rendering. */
import { createContext } from 'react-router'

/** Calls the API in the same process, without the network. */
export type ApiFetch = (request: Request) => Promise<Response>

export const apiContext = createContext<ApiFetch>()
