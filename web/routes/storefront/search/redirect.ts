/** Where the search form leads without scripts: /search?q=soap goes to /search/soap, an empty search to the start. */
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../../../paths.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const text = new URL(request.url).searchParams.get('q')?.trim()
  return redirect(text ? paths.search(text) : paths.home)
}
