/** Working for the company (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./careers-content.tsx')).CareersContent
const load = async () => (await import('./careers-content.tsx')).CareersContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Careers',
    description:
      'Work with us on making sustainable shopping easy in India: benefits, life at the company and how to apply.',
    path: paths.careers,
  })

export default function CareersPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
