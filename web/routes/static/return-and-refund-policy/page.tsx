/** Returns, exchanges, refunds and cancelling (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./return-policy-content.tsx')).ReturnPolicyContent
const load = async () => (await import('./return-policy-content.tsx')).ReturnPolicyContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Returns and Exchange Policy',
    description:
      'How to return or exchange a product, when the refund comes, and how to cancel an order within 1 hour.',
    path: paths.returnPolicy,
  })

export default function ReturnPolicyPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
