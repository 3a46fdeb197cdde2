/** The privacy policy (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./privacy-policy-content.tsx')).PrivacyPolicyContent
const load = async () => (await import('./privacy-policy-content.tsx')).PrivacyPolicyContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description:
      'Which personal data the shop keeps, why, for how long, who receives them, and the rights you have.',
    path: paths.privacyPolicy,
  })

export default function PrivacyPolicyPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
