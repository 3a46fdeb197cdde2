/** The help page (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./help-content.tsx')).HelpContent
const load = async () => (await import('./help-content.tsx')).HelpContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Help',
    description:
      'Quick help with orders, delivery, returns, payment and your account, and how to reach our support.',
    path: paths.help,
  })

export default function HelpPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
