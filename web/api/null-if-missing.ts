import { ApiError } from './client.ts'

/** Null where the server does not know what was asked for: 404, or 400 for an id that cannot be one. */
export async function nullIfMissing<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}
