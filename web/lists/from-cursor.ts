import { ApiError, type ListPage } from '../api/client.ts'

/** Shown where a list could not be loaded. */
export const noRows: ListPage<never> = { items: [], total: 0, next: null }

/**
 * Loads the page of a list that begins at the `cursor` of the address, or at its beginning without one. The API refuses
 * a cursor that it does not know, such as one of an old link, with 400: the list is then loaded from its beginning.
 */
export async function fromCursor<T>(
  request: Request,
  load: (cursor: string | undefined) => Promise<T>,
): Promise<T> {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  try {
    return await load(cursor)
  } catch (error) {
    if (cursor === undefined || !(error instanceof ApiError) || error.status !== 400) throw error
    return load(undefined)
  }
}
