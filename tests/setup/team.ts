/** Members of the team of a shop. */
import type { TeamArea } from '../../contract/endpoint.ts'
import { createInvitedAccount } from '../../server/people/identity/accounts.ts'
import { insertMember } from '../../server/people/team/queries.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { hashedPassword, logIn } from './people.ts'
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'

export const newTeamEmail = () => `member-${newId()}@sellers.test`

/** A member who is logged in; their account is made as that of somebody who joins by the mailed link. */
export async function addMember(
  shop: TestShop,
  seller: Pick<Seller, 'id'>,
  areas: readonly TeamArea[],
): Promise<Seller> {
  const email = newTeamEmail()
  const passwordHash = await hashedPassword
  const id = await shop.db.transaction(async (tx) => {
    const accountId = await createInvitedAccount(tx, { email, passwordHash, role: 'SELLER' })
    await insertMember(tx, { accountId, sellerId: seller.id, name: 'Meera Member', areas })
    return accountId
  })
  const client = shop.client()
  await logIn(client, email)
  return Object.assign(client, { id, email })
}

/** The token of the link in the newest mail to who was invited. */
export async function joinToken(shop: TestShop, email: string, count = 1): Promise<string> {
  const mails = await shop.mail(email, count)
  const tokens = mails.flatMap(({ text }) => /\/invitation#team\.([\w-]{43})/.exec(text)?.[1] ?? [])
  return tokens[0] ?? ''
}
