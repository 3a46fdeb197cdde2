/** The periods that pages of text tell: those of the general return policy of today. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { privateApi } from '../../../contract/private-endpoints.ts'
import type { GeneralPeriods } from '../../../contract/returns.ts'
import { apiIn } from '../../api/client.ts'
import { withErrorPage } from '../../api/page-error.ts'

/** The `loader` of a page whose text uses `usePeriods`. */
export const loadPeriods = ({ context }: LoaderFunctionArgs): Promise<GeneralPeriods> =>
  withErrorPage(() => apiIn(context).call(privateApi.returns.periods))

export const usePeriods = (): GeneralPeriods => useLoaderData<GeneralPeriods>()

export const noCancelling = 'Orders cannot be cancelled once they are placed.'
export const noReturns =
  'Products cannot be returned. Please write to our support if something is wrong with one.'

/** A sentence to follow a period; empty where all products have the same ones. */
export const exceptions = ({ othersDiffer }: GeneralPeriods): string =>
  othersDiffer ? ' Some products have other periods: My Orders shows those of your order.' : ''
