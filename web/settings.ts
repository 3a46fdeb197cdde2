/** The shop's settings (name, addresses), loaded once by the root. */
import { useRouteLoaderData } from 'react-router'
import type { Settings } from '../contract/settings.ts'

export interface RootData extends Settings {
  /** The public origin of the shop, for absolute addresses such as canonical links. */
  origin: string
}

// Used where the loader of the root failed, so that its error page has a name.
const fallback: RootData = {
  brandName: 'Hariyali',
  supportEmail: '',
  companyEmailDomain: '',
  legal: null,
  contactFormToDesk: false,
  outsideLinks: {},
  payment: { keyId: '', scriptUrl: '' },
  rehearsal: null,
  mailboxUrl: null,
  origin: '',
}

export function useSettings(): RootData {
  return useRouteLoaderData<RootData>('root') ?? fallback
}
