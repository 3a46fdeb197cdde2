/** A cart or wishlist that is full: the database refuses another line, in words for the person (`list_has_room`). */
import { Refusal } from '../platform/refusal.ts'

/** Refuses: conflict where the list is full. */
export async function unlessFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { constraint, message } = error as { constraint?: string; message: string }
    if (constraint === 'list_has_room') throw new Refusal('conflict', message)
    throw error
  }
}
