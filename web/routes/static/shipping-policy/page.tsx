/** The shipping policy (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./shipping-policy-content.tsx')).ShippingPolicyContent
const load = async () => (await import('./shipping-policy-content.tsx')).ShippingPolicyContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Shipping Policy',
    description:
      'How, when and where orders are delivered in India: delivery days, lead times, base charges and tracking.',
    path: paths.shippingPolicy,
  })

export default function ShippingPolicyPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
