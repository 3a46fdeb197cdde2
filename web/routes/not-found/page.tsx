/** The 404 page. */
import { data, type MetaFunction } from 'react-router'
import { NotFoundMessage } from '../../layout/error-message.tsx'
import { pageMeta } from '../../seo/page-meta.ts'

export const loader = () => data(null, { status: 404 })

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Page not found' })

export default function NotFound() {
  return <NotFoundMessage />
}
