/** The sections of the home page: for visitors those of now, for an administrator what is not published yet. */
import { redirect, type RouterContextProvider } from 'react-router'
import { adminHomePage } from '../../../../contract/admin-home-page.ts'
import { defaultSections, homePage, type ShownHomePage } from '../../../../contract/home-page.ts'
import { ApiError, apiIn } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { paths } from '../../../paths.ts'

/** Shown where the arrangement cannot be loaded. */
const specified: ShownHomePage = {
  hasRows: false,
  sections: defaultSections.flatMap((section): ShownHomePage['sections'] =>
    section.kind === 'slides'
      ? [{ kind: 'slides', slides: [] }]
      : section.kind === 'row' || section.kind === 'banner'
        ? []
        : [{ kind: section.kind }],
  ),
}

/** The time of the preview that the address asks for; null for the page of visitors. */
export const previewTime = (request: Request) => new URL(request.url).searchParams.get('preview')

/** Pages with an unknown parameter, such as that of the preview, are never cached: only they have the person's cookies. */
export async function loadSections(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ShownHomePage['sections']> {
  const at = previewTime(request)
  if (at !== null)
    return (
      await apiIn(context, request.headers.get('cookie'))
        .call(adminHomePage.previewHomePage, { query: { at } })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error
          throw redirect(paths.login(`/${new URL(request.url).search}`))
        })
    ).sections
  return (await loadOrEmpty(() => apiIn(context).call(homePage.show), specified)).value.sections
}
