/** Lets a call of a page fail in two ways and looks for the words of specification §8. */
import type { Page, Route } from '@playwright/test'
import { expect } from './shop-test.ts'

export interface Case {
  /** The address of the call that fails. */
  calls: string
  /** The words shown without a response. */
  words: string
  /** What becomes of the server's message. */
  serverMsg: 'instead' | 'below' | 'never'
  /** Prepares `act`, which makes the call and is repeated after a failure. */
  open?: () => Promise<unknown>
  act: () => Promise<unknown>
  /** The words are an alert of the browser. */
  alert?: true
  /** The refusal that is meant, where it is not a failure like any other. */
  status?: number
}
/** The cases of one table of web/messages/. The name of a file says where the action is tried out instead. */
export type Cases<Table> = Record<keyof Table, Case | `${string}.e2e.ts`>

let messages = 0

/**
 * Fails the call without a response, then with a message of the server. Where that message is never shown there is only one
 * failure, because the words of a second one would be the same.
 */
async function tryOut(page: Page, name: string, one: Case): Promise<void> {
  const { calls, words, serverMsg, open, act, alert, status } = one
  const said = `Words of the server, number ${(messages += 1)}.`
  const refusal = (route: Route) => route.fulfill({ status: status ?? 503, json: { msg: said } })
  const failure = (route: Route) => (status ? route.fulfill({ status, json: {} }) : route.abort())
  const shown = (text: string) => expect(page.getByText(text).first(), `${name}: ${text}`).toBeVisible()
  await open?.()
  await page.route(calls, serverMsg === 'never' ? refusal : failure)
  const box = alert && page.waitForEvent('dialog').then((dialog) => (void dialog.accept(), dialog.message()))
  await act()
  if (alert) expect(await box, name).toBe(words)
  else await shown(words)
  await page.unroute(calls)
  if (serverMsg === 'never') {
    await expect(page.getByText(said)).toHaveCount(0)
    return
  }
  await page.route(calls, refusal)
  await act()
  await shown(said)
  if (serverMsg === 'below') await shown(words)
  await page.unroute(calls)
}

export async function tryAll(page: Page, cases: Record<string, Case | string>): Promise<void> {
  for (const [name, one] of Object.entries(cases)) if (typeof one === 'object') await tryOut(page, name, one)
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
export const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}
