/** The command that creates an owner, or makes an administrator one and sets another password (api-rules §5). */
import { z } from 'zod'
import { adminPasswordMin } from '../../contract/admin-security.ts'
import { email as emailField } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { runAsCaller } from '../platform/caller.ts'
import { record } from '../people/audit/record.ts'
import { createAccount } from '../people/identity/accounts.ts'
import { hashPassword } from '../people/identity/passwords.ts'
import { resetAdministrator } from '../people/identity/second-factor.ts'
import type { Shop } from '../platform/shop.ts'

const adminEmail = emailField('Give an e-mail address.')
const adminPassword = z
  .string()
  .min(adminPasswordMin, `The password must have at least ${adminPasswordMin} characters.`)
  .max(limits.passwordMax, `The password may have at most ${limits.passwordMax} characters.`)

/** Why an e-mail or password is refused, in one line; undefined where it is accepted. */
export function adminProblem(part: 'email' | 'password', text: string): string | undefined {
  return (part === 'email' ? adminEmail : adminPassword).safeParse(text).error?.issues[0]?.message
}

/**
 * Returns what was done. An existing administrator gets the password and loses all sessions and the second factor.
 * Refuses: conflict where a buyer or seller has the e-mail.
 */
export async function makeAdmin(
  { db }: Pick<Shop, 'db'>,
  given: { email: string; password: string },
): Promise<'made' | 'changed'> {
  const email = adminEmail.parse(given.email)
  const passwordHash = await hashPassword(adminPassword.parse(given.password))
  const command = { actor: { id: null, name: 'make-admin' }, ip: null, userAgent: null, requestId: null }
  return runAsCaller(command, () =>
    db.transaction(async (tx) => {
      const known = await resetAdministrator(tx, email, passwordHash)
      const id = known ?? (await createAccount(tx, { email, passwordHash, role: 'ADMIN', duties: ['owner'] }))
      await record(tx, 'administrator-made', { target: { kind: 'account', id, name: email } })
      return known ? 'changed' : 'made'
    }),
  )
}
