/**
 * The target of the search form without scripts: redirects /search?q=soap to /search/soap, and an empty search to the
 * home page.
 */
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../../../paths.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const text = new URL(request.url).searchParams.get('q')?.trim()
  return redirect(text ? paths.search(text) : paths.home)
}
