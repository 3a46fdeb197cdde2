/** Reads the texts of a listing for green words: while a seller types, when a product is saved, and for administrators. */
import type { AdminGreenWords } from '../../../contract/admin-green-claims.ts'
import { wordings } from '../../../contract/green-claim-list.ts'
import {
  type GreenWordsFound,
  type KeptWords,
  type ReadField,
  readFields,
} from '../../../contract/green-words.ts'
import { greenClaimLimits } from '../../../contract/catalogue-limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { findGreenWords, type GreenKind, kinds } from './green-words.ts'
import {
  countGreenWords,
  type GreenWordsFilter,
  isOwnProduct,
  listGreenWordRows,
  replaceGreenWords,
  type WrittenWords,
  wordsOfProduct,
} from './green-word-queries.ts'

type Texts = Record<ReadField, string>

/** Equal words of one field count once, whatever their case. */
interface ReadWords {
  field: ReadField
  kind: GreenKind
  words: string
  key: string
  starts: number[]
}

function readTexts(texts: Texts): ReadWords[] {
  const found = new Map<string, ReadWords>()
  for (const field of readFields)
    for (const { kind, words, start } of findGreenWords(texts[field], field === 'name')) {
      const key = words.toLowerCase().slice(0, greenClaimLimits.greenWordsLength)
      const known = found.get(`${field} ${key}`)
      if (known) known.starts.push(start)
      else found.set(`${field} ${key}`, { field, kind, words, key, starts: [start] })
    }
  return [...found.values()].slice(0, greenClaimLimits.greenWordsMax)
}

const writtenWords = ({ field, kind, key }: ReadWords): WrittenWords => ({
  field,
  words: key,
  provedBy: kinds[kind].provedBy,
})

/** Those that no accepted claim of the product settles. Refuses: not-found for a product that is not this seller's. */
export async function checkWords(
  { db }: Pick<Shop, 'db'>,
  sellerId: string,
  { productId, ...texts }: Texts & { productId?: string | undefined },
): Promise<GreenWordsFound[]> {
  if (productId !== undefined && !(await isOwnProduct(db, sellerId, productId)))
    throw notFound('There is no such product of yours.')
  const read = readTexts(texts)
  const known = productId === undefined ? [] : await wordsOfProduct(db, productId, read.map(writtenWords))
  return read.flatMap((one) => {
    const before = known.find(({ field, words }) => field === one.field && words === one.key)
    return before?.proven ? [] : [toFound(one, before?.reason ?? null)]
  })
}

function toFound({ field, kind, words, key, starts }: ReadWords, reason: string | null): GreenWordsFound {
  const {
    why,
    provedBy,
    instead,
    insteadInHindi = [],
  } = kinds[kind] as (typeof kinds)[GreenKind] & {
    insteadInHindi?: readonly string[]
  }
  return {
    field,
    words,
    starts,
    why,
    provedBy: provedBy.map((code) => wordings[code].wording),
    instead: [...(/\p{Script=Devanagari}/u.test(key) ? insteadInHindi : instead)],
    reason,
  }
}

/** In the transaction that writes the product. Without `kept` earlier reasons for the same words stay. */
export async function noteGreenWords(
  tx: Tx,
  productId: string,
  { keptWords = [], ...texts }: Texts & { keptWords?: KeptWords | undefined },
): Promise<void> {
  const reasonOf = ({ field, key }: ReadWords) =>
    keptWords.find((kept) => kept.field === field && kept.words.toLowerCase() === key)?.reason ?? null
  await replaceGreenWords(
    tx,
    productId,
    readTexts(texts).map((one) => ({ ...writtenWords(one), reason: reasonOf(one) })),
  )
}

/** What administrators see. Refuses ('invalid') a malformed cursor. */
export async function listGreenWords(
  { db }: Shop,
  query: PageRequest & GreenWordsFilter,
): Promise<Page<AdminGreenWords>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listGreenWordRows(db, query, limit, before),
    count: () => countGreenWords(db, query),
    toItem: ({ productId, productName, company, email, foundAt, ...row }) => ({
      ...row,
      foundAt: foundAt.toISOString(),
      product: { id: productId, name: productName },
      seller: { company, email },
    }),
  })
}
