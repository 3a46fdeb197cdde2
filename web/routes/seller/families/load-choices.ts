/** The listings that a family could get, as the address of the page asks for them. */
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { callPage } from '../../../api/client.ts'
import { noRows } from '../../../lists/from-cursor.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'

const pageLimit = 50

export async function loadChoices(request: Request, subCategoryId?: number) {
  const { searchParams } = new URL(request.url)
  const search = searchParams.get('search') ?? ''
  const sub = subCategoryId ?? (Number(searchParams.get('sub')) || undefined)
  const more = (cursor: string | undefined) =>
    callPage(privateApi.family.choices, {
      query: { limit: pageLimit, cursor, search: search || undefined, subCategoryId: sub },
    })
  const choices = await loadOrEmpty(() => more(undefined), noRows)
  return { search, more, choices: choices.value }
}
