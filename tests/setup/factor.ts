/** Authenticator apps of tests. */
import type { Answer, TestClient } from './client.ts'
import { forgetUsedAppCodes } from './clock.ts'
import { anotherNetwork, elsewhere } from './guesses.ts'
import { appCode } from './mails.ts'
import { addAdmin, adminPassword, browserAt } from './people.ts'
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

export const logInWithCode = (browser: TestClient, email: string, code?: string): Promise<Answer> =>
  browser.post('/auth/login', { email, password: adminPassword, ...(code !== undefined && { code }) })

export interface OwnerWithApp extends Factor {
  email: string
  home: TestClient
  /** A browser that logged in before the app was set up. */
  thief: TestClient
  /** Logs in with a code of the app, though it was used before. */
  enter: (browser: TestClient, code?: string) => Promise<Answer>
}

/** An owner who has set up an app in a browser. */
export async function addOwnerWithApp(shop: TestShop, ip = anotherNetwork()): Promise<OwnerWithApp> {
  const { email, id } = await addAdmin(shop)
  const home = browserAt(shop, ip)
  const thief = elsewhere(shop)
  for (const browser of [home, thief]) {
    const { status, body } = await logInWithCode(browser, email)
    if (status !== 200) throw new Error(`log-in: ${status} ${JSON.stringify(body)}`)
  }
  const { secret, recoveryCodes } = await enrol(shop, { ...home, id })
  const enter = async (browser: TestClient, code = appCode(secret)) => {
    await forgetUsedAppCodes(shop, id)
    return logInWithCode(browser, email, code)
  }
  return { email, home, thief, secret, recoveryCodes, enter }
}
