import type { Shop } from '../../platform/shop.ts'
import { deleteOldAnswers } from './queries.ts'

export const deleteOldCourierAnswers = ({ db }: Shop, limit: number) => deleteOldAnswers(db, limit)
