/** The terms and conditions (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./terms-content.tsx')).TermsContent
const load = async () => (await import('./terms-content.tsx')).TermsContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms and Conditions',
    description:
      'The terms of buying and selling here: accounts, orders, prices, payment, sellers, complaints.',
    path: paths.terms,
  })

export default function TermsPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
