/** Specification §9: an order is cancelled within one hour, piece by piece or whole, and refunded in part by an administrator. */
import type { Page } from '@playwright/test'
import type { Order } from '../../contract/order.ts'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { admin, callApi, customer, expect, fillCart, homeAddress, test } from './shop-test.ts'

/** The customer of the page buys three pieces of one product. */
async function buyThree(page: Page): Promise<Order> {
  const [goods] = await fillCart(page, 1)
  if (!goods) throw new Error('no goods')
  return buyPieces(page, goods, 3)
}

/** Of the goods in the cart. */
async function buyPieces(page: Page, { id, price }: { id: string; price: number }, quantity: number) {
  await callApi(page, '/private/address/add', homeAddress)
  await callApi(page, '/private/cart/edit', { id, quantity })
  const providerOrder = await callApi<string>(page, '/private/order/payment', {
    amountInPaise: Math.round(price * 100) * quantity,
  })
  const paid = await page.request.post(`/dev/payments/${providerOrder}`, { data: { outcome: 'paid' } })
  await callApi(page, '/private/order/payment/verify', await paid.json())
  const [order] = await callApi<Order[]>(page, '/private/order/create', {
    items: [{ productId: id, quantity }],
  })
  if (!order) throw new Error('no order')
  return order
}

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`

test('a customer cancels one piece of three with the keyboard, then the rest; the administrator sees it @nightly-laptop', async ({
  page,
  newPage,
}) => {
  await customer(page)
  const order = await buyThree(page)
  const piece = order.amount / 3
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: order.product.name })
  await expect(card).toContainText(
    /You can cancel this order until .*\d{1,2}:\d\d\s(am|pm), free of charge\./,
  )
  const cancel = card.getByRole('button', { name: `Cancel order ${order.number}` })
  await expectNoSidewaysScroll(page)

  await cancel.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel order' })
  await expect(dialog).toContainText(`${rupees(order.amount)} goes back to the card or account you paid with`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()

  await cancel.press('Enter')
  const less = dialog.getByRole('button', { name: 'Decrease quantity' })
  for (let presses = 0; presses < 4; presses += 1) await less.press('Enter')
  await expect(dialog).toContainText(`${rupees(piece)} goes back`)
  await expect(dialog).toContainText('The other 2 pieces are sent to you.')
  await dialog.getByRole('button', { name: 'Cancel 1 piece' }).press('Enter')
  await expect(page.getByText(`1 piece cancelled. ${rupees(piece)} goes back to you.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()
  for (const words of [
    'Quantity: 2 (1 of 3 cancelled)',
    `Amount: ${rupees(piece * 2)}`,
    `You cancelled 1 of 3 pieces: ${rupees(piece)} `,
    'Pending',
  ])
    await expect(card).toContainText(words)

  await cancel.click()
  await expect(dialog).toContainText('2 are on order.')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(
    page.getByText(`Your order is cancelled. ${rupees(piece * 2)} goes back to you.`),
  ).toBeVisible()
  await expect(card).toContainText('You cancelled this order, and your money ')
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(card).toContainText(/Payment: (Refunded|Being refunded)/)
  await expect(card.getByRole('list', { name: 'Refunds' }).getByRole('listitem')).toHaveCount(2)
  await expect(cancel).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ has: card })).toBeFocused()
  await page.reload()
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const office = await newPage()
  await admin(office)
  const { paths } = await callApi<{ paths: { orders: string } }>(office, '/public/admin/me')
  await office.goto(`/${paths.orders}?q=${order.number}`)
  const row = office.getByRole('article', { name: order.product.name })
  await expect(row).toContainText('The customer cancelled this order')
  await expect(row.getByRole('button', { name: /Refund/ })).toHaveCount(0)
})

test('of pieces at a bulk price the dialog says how many stay, and keeps the number that was chosen @nightly', async ({
  page,
}) => {
  await customer(page)
  const [cards] = await callApi<{ id: string }[]>(page, '/public/product/search/seed%20paper%20greeting')
  if (!cards) throw new Error('no cards')
  await callApi(page, '/private/cart/add', { id: cards.id, quantity: 1 })
  const order = await buyPieces(page, { id: cards.id, price: 269 }, 10)
  await page.goto('/my-orders')
  await page.getByRole('button', { name: `Cancel order ${order.number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel order' })
  const less = dialog.getByRole('button', { name: 'Decrease quantity' })
  for (let presses = 0; presses < 4; presses += 1) await less.click()
  await dialog.getByRole('button', { name: 'Cancel 6 pieces' }).click()
  const problem = dialog.getByRole('alert')
  await expect(problem).toHaveText(/at the price for 10 pieces or more/)
  await expect(dialog.getByRole('button', { name: 'Cancel 6 pieces' })).toBeEnabled()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(problem).toBeHidden()
  for (let presses = 0; presses < 3; presses += 1)
    await dialog.getByRole('button', { name: 'Increase quantity' }).click()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Your order is cancelled.')).toBeVisible()
})

test('an order that is too late to cancel says why; so does one whose parcel was fetched meanwhile @nightly', async ({
  page,
}) => {
  await customer(page)
  const order = await buyThree(page)
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: order.product.name })
  const cancel = card.getByRole('button', { name: /^Cancel order/ })
  await expect(cancel).toBeVisible()
  expect((await page.request.post(`/dev/shipments/${order.id}`, { data: { status: 'Shipped' } })).ok()).toBe(
    true,
  )
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  const reason = 'The courier has this parcel already, so the order cannot be cancelled any more.'
  await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cancel).toHaveCount(0)
  await expect(card).not.toContainText(reason)
  // The page of the order says the same.
  await card.getByRole('link', { name: order.product.name }).click()
  await expect(page).toHaveURL(`/my-orders/${order.number}`)
  await expect(card).toContainText(`${reason} You can ask for a return within 7 days of its delivery.`)
})

test('an administrator refunds an amount and pieces of a delivered order; what was typed stays after a refusal @nightly', async ({
  page,
  newPage,
}) => {
  await customer(page)
  const order = await buyThree(page)
  for (const status of ['Shipped', 'Delivered'])
    expect((await page.request.post(`/dev/shipments/${order.id}`, { data: { status } })).ok()).toBe(true)
  const office = await newPage()
  await admin(office)
  const { paths } = await callApi<{ paths: { orders: string } }>(office, '/public/admin/me')
  await office.goto(`/${paths.orders}?q=${order.number}`)
  const open = office.getByRole('button', { name: 'Refund a part' })
  const dialog = office.getByRole('dialog', { name: 'Refund a part' })
  await open.click()
  await dialog.getByLabel('What is refunded').selectOption('amount')
  const amount = dialog.getByLabel(/^Amount in rupees/)
  await amount.fill('0')
  await dialog.getByLabel('Who bears it').selectOption('shop')
  await dialog.getByLabel('Reason').fill('A late parcel.')
  const refund = dialog.getByRole('button', { name: 'Refund', exact: true })
  await refund.click()
  await expect(dialog).toContainText('Please enter at least ₹1.')
  await amount.fill('10.555')
  await refund.click()
  await expect(dialog).toContainText('at most two decimals')
  await amount.fill(String(order.amount + 1))
  await refund.click()
  await expect(dialog.getByRole('alert')).toContainText('of this order are left to refund.')
  await expect(dialog.getByLabel('Reason')).toHaveValue('A late parcel.')
  await expectAccessible(office)
  await amount.fill('10.50')
  await refund.click()
  await expect(office.getByText('₹10.50 goes back to the customer.')).toBeVisible()

  await open.click()
  await dialog.getByLabel(/^Pieces/).fill('1')
  await dialog.getByLabel('Reason').fill('One was broken.')
  await expect(dialog).toContainText('The stock does not change')
  await refund.click()
  await expect(office.getByText(`${rupees(order.amount / 3)} goes back to the customer.`)).toBeVisible()
  await open.click()
  await expect(dialog).toContainText('Pieces (2 of 3 are left)')
})
