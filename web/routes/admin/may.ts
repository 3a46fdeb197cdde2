/** What the administrator who is logged in may do: the pages show nothing else. The server decides each call again. */
import { type Duty, type EndpointSpec, mayCall } from '../../../contract/endpoint.ts'

let current: readonly Duty[] = []

export function setDuties(duties: readonly Duty[]): void {
  current = duties
}

export const may = (endpoint: Pick<EndpointSpec, 'duties'>): boolean => mayCall(endpoint, current)
