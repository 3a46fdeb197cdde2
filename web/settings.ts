/** The shop's own name and addresses, loaded once by the root. */
import { useRouteLoaderData } from 'react-router'
import type { Settings } from '../contract/settings.ts'

export interface RootData extends Settings {
  /** Where people reach the shop, for addresses that must be whole (canonical links). */
  origin: string
}

// Only when the root's own loader failed: its error page still has a name to show.
const fallback: RootData = {
  brandName: 'Hariyali',
  supportEmail: '',
  companyEmailDomain: '',
  legal: null,
  payment: { keyId: '', scriptUrl: '' },
  rehearsal: null,
  origin: '',
}

export function useSettings(): RootData {
  return useRouteLoaderData<RootData>('root') ?? fallback
}
