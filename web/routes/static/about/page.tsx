/** Who runs the shop, and why (specification §1, §2, §9). */
import type { MetaFunction } from 'react-router'
import { preloadStaticHtml, StaticHtml } from '../../../layout/static-html.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'

const Server = import.meta.env.SSR && (await import('./about-content.tsx')).AboutContent
const load = async () => (await import('./about-content.tsx')).AboutContent

export const loader = () => null
export const clientLoader = () => preloadStaticHtml(load)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About Us',
    description:
      'Our story, mission and values: an Indian marketplace for eco-friendly products, founded in 2023.',
    path: paths.about,
  })

export default function AboutPage() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
