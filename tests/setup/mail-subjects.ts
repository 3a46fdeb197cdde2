import { eventually } from './buying.ts'
import type { TestShop } from './shop.ts'

/** The subjects of the mails to an address, newest first. */
export const subjectsOf = async (shop: Pick<TestShop, 'mailSoFar'>, email: string) =>
  (await shop.mailSoFar(email)).map(({ subject }) => subject)

/** Waits for a mail to this address with these words in its subject. */
export const untilMailed = (shop: Pick<TestShop, 'mailSoFar'>, email: string, words: string) =>
  eventually(
    () => subjectsOf(shop, email),
    (all) => all.some((subject) => subject.includes(words)),
  )
