/** docs/money.md, Invoices: a business buys with its GST number and gets the invoice; its seller has the same one. */
import { randomInt } from 'node:crypto'
import { pdfText } from '../setup/pdf-text.ts'
import { addProduct, callApi, customer, expect, homeAddress, seller, test } from './shop-test.ts'

test('a business tells its GST number in the cart, and finds it on the invoice of the order and in the mail @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  const shelf = await newPage()
  await seller(shelf)
  const name = `Neem Comb ${randomInt(1_000_000, 10_000_000)}`
  const productId = await addProduct(shelf, { name, hsnCode: '9615' })
  const buyerEmail = await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  await callApi(page, '/private/cart/add', { id: productId, quantity: 1 })

  const line = page.getByRole('region', { name: 'GST invoice' })
  await test.step('a wrong check character is refused, and what was typed stays', async () => {
    await page.goto('/cart')
    await expect(line).toContainText('Buying for a business?')
    await line.getByRole('button', { name: 'Add GST number' }).click()
    const form = page.getByRole('dialog', { name: 'GST Invoice for a Business' })
    await form.getByLabel('GST Number').fill('29aagcb7383j1z5')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Business name is required.')).toBeVisible()
    await form.getByLabel('Business Name').fill('राव Trading & Sons LLP')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('The last character of this GST number does not fit')).toBeVisible()
    await expect(form.getByLabel('GST Number')).toHaveValue('29AAGCB7383J1Z5')
    await form.getByLabel('GST Number').fill('29AAGCB7383J1Z4')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    // It outlives a reload, and can be taken away again.
    await page.reload()
    await expect(line).toContainText('GST invoice for राव Trading & Sons LLP, 29AAGCB7383J1Z4')
    await line.getByRole('button', { name: 'Change' }).click()
    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(line).toContainText('Buying for a business?')
    await line.getByRole('button', { name: 'Add GST number' }).click()
    await form.getByLabel('Business Name').fill('राव Trading & Sons LLP')
    await form.getByLabel('GST Number').fill('29AAGCB7383J1Z4')
    await form.getByRole('button', { name: 'Save' }).click()
  })

  await test.step('the order is bought and delivered', async () => {
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(page.getByText('Order placed successfully')).toBeVisible()
    const [order] = await callApi<{ id: string }[]>(page, '/private/order/get/customer')
    await expect(async () => {
      const moved = await page.request.post(`/dev/shipments/${order?.id}`, { data: { status: 'Delivered' } })
      expect(moved.status()).toBe(200)
    }).toPass()
  })

  await test.step('buyer and seller open the same invoice, and the mail of the delivery brings it', async () => {
    const files: Buffer[] = []
    for (const [on, path] of [
      [page, '/my-orders'],
      [shelf, '/manage-orders'],
    ] as const) {
      await on.goto(path)
      const link = on
        .getByRole('article', { name })
        .getByRole('list', { name: 'Documents' })
        .getByRole('link', { name: /^Invoice \d\d-\d\d\/000001 \(PDF\)$/ })
      const file = await on.request.get((await link.getAttribute('href')) ?? '')
      expect(file.headers()['content-type']).toBe('application/pdf')
      files.push(await file.body())
      const opened = on.waitForEvent('popup')
      await link.click()
      await opened
    }
    expect(files[0]?.equals(files[1] ?? Buffer.of())).toBe(true)
    expect(pdfText(files[0] ?? Buffer.of())).toContain('GSTIN: 29AAGCB7383J1Z4')
    await expect
      .poll(async () => {
        const answer = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(buyerEmail)}`)
        const mails = (await answer.json()) as { subject: string; attachments?: { base64: string }[] }[]
        return mails.find(({ subject }) => subject.includes('is delivered'))?.attachments?.[0]?.base64
      })
      .toBe(files[0]?.toString('base64'))
  })
})
