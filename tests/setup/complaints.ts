/** Complaints of buyers and visitors, and the desk that answers them. */
import { sql } from '../../server/platform/db/sql.ts'
import type { Admin } from './people.ts'
import type { TestShop } from './shop.ts'

export const words = 'The brush came without its bristles.'
export const desk = '/public/admin/complaints'

/** The body of a visitor's complaint. */
export const visitor = () => ({
  name: 'A Visitor',
  email: `visitor-${crypto.randomUUID()}@visitors.hariyali.test`,
  category: 'product',
  words: 'It claims to be compostable.',
})

/** The token of the link in a mail. */
export const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? ''

export type Desk = ReturnType<typeof openDesk>

/** The desk of this administrator. */
export function openDesk(shop: TestShop, admin: Admin) {
  const onDesk = async (number: string) => (await admin.get(`${desk}?q=${number}&show=all`)).body[0]
  const fromDesk = async (number: string) => (await admin.get(`${desk}/${(await onDesk(number)).id}`)).body
  return {
    /** The complaint as a row of the list. */
    onDesk,
    /** The complaint as its page. */
    fromDesk,
    async write(number: string, act: string, text: string) {
      const { id, messages } = await fromDesk(number)
      return admin.post(`${desk}/${id}/write`, { act, words: text, seen: messages.at(-1).id })
    },
    resetLimits: () => shop.db.query(sql`delete from rate_limit where key like 'complaint%'`),
  }
}
