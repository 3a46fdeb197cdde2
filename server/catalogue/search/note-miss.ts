/** Notes for administrators what people searched for and did not find: the words and the day, nobody and nothing else. */
import type { Shop } from '../../platform/shop.ts'
import { missedWords } from './search-rules.ts'
import { deleteMissesBefore, insertMiss } from './synonym-queries.ts'

/** The search itself never fails because of it. */
export async function noteMiss({ db, log }: Pick<Shop, 'db' | 'log'>, typed: string): Promise<void> {
  const words = missedWords(typed)
  if (words === null) return
  try {
    await insertMiss(db, words)
  } catch (error) {
    log.warn({ err: error }, 'search without results not noted')
  }
}

const keptDays = 90

export const deleteOldMisses = ({ db }: Shop, limit: number) => deleteMissesBefore(db, keptDays, limit)
