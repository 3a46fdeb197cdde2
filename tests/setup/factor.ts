/** Authenticator apps of tests. */
import type { TestClient } from './client.ts'
import { forgetUsedAppCodes } from './clock.ts'
import { appCode } from './mails.ts'
import type { TestShop } from './shop.ts'

export interface Factor {
  secret: string
  recoveryCodes: string[]
}

/** Sets up an authenticator app in this session; the app's present code can be used again. */
export async function enrol(shop: TestShop, person: TestClient & { id: string }): Promise<Factor> {
  const begun = await person.post('/private/second-factor/begin')
  if (begun.status !== 200) throw new Error(`second factor: ${begun.status} ${JSON.stringify(begun.body)}`)
  const { secret } = begun.body
  const { status, body } = await person.post('/private/second-factor/confirm', { code: appCode(secret) })
  if (status !== 200) throw new Error(`second factor: ${status} ${JSON.stringify(body)}`)
  await forgetUsedAppCodes(shop, person.id)
  return { secret, recoveryCodes: body.recoveryCodes }
}
