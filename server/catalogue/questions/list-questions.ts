/** The lists of questions: of a product for everybody, and of a seller's products. */
import type { Query } from '../../../contract/endpoint.ts'
import type { question } from '../../../contract/question.ts'
import type { ProductQuestion, ShownQuestion } from '../../../contract/question-forms.ts'
import { idCursor, keysetPage, type Page } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toProductQuestion, toShownQuestion } from './present.ts'
import {
  answeredOfSeller,
  countOfSeller,
  deleteUnanswered,
  findQuestion,
  openOfSeller,
  questionsOfProduct,
  type ShownRow,
} from './queries.ts'

/** One statement, however many there are. Empty for an unknown product. Refuses ('invalid') a malformed cursor. */
export function listProductQuestions(
  shop: Shop,
  productId: string,
  query: Query<typeof question.ofProduct>,
): Promise<Page<ShownQuestion>> {
  let found: ShownRow[] = []
  return keysetPage(query, idCursor, {
    rows: async (limit, before) =>
      (found = await questionsOfProduct(shop.db.reads, productId, limit, before)),
    count: () => Promise.resolve(found[0]?.total ?? 0),
    toItem: toShownQuestion,
  })
}

/** Refuses ('not-found') one that this account may not read. */
export async function showQuestion(shop: Shop, accountId: string, id: string): Promise<ProductQuestion> {
  const row = await findQuestion(shop.db, accountId, id)
  if (!row) throw notFound('There is no such question.')
  return toProductQuestion(shop.config, row)
}

const oldestFirst = { ...idCursor, start: '00000000-0000-0000-0000-000000000000' }

/** Refuses ('invalid') a malformed cursor. */
export function listSellerQuestions(
  shop: Shop,
  sellerId: string,
  { show, ...query }: Query<typeof question.getSeller>,
): Promise<Page<ProductQuestion>> {
  const [order, rowsOf] = show === 'open' ? [oldestFirst, openOfSeller] : [idCursor, answeredOfSeller]
  return keysetPage(query, order, {
    rows: (limit, from) => rowsOf(shop.db, sellerId, limit, from),
    count: () => countOfSeller(shop.db, sellerId, show),
    toItem: (row) => toProductQuestion(shop.config, row),
  })
}

/** What nobody has answered for a year; returns how many. Safe on several nodes at once. */
export const deleteOldQuestions = ({ db }: Pick<Shop, 'db'>, limit: number) => deleteUnanswered(db, limit)
