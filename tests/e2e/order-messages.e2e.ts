/** Buyer and seller write to each other about an order, and the desk reads what is reported. */
import { addProduct, admin, buyOne, customer, expect, seller, test } from './shop-test.ts'

test('@nightly the buyer asks, the seller answers, and a report shows the desk what was written', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerPage = await newPage()
  await seller(sellerPage)
  const productId = await addProduct(sellerPage)
  await customer(page)
  const order = await buyOne(page, productId)

  await page.goto(`/my-orders/${order.number}`)
  const write = page.getByRole('form', { name: 'Write to the seller' })
  await write.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Please write something.')).toBeVisible()
  await write
    .getByLabel('Write to the seller')
    .fill('Is it <b>soft</b>? See https://soft.test or call 9876543210.')
  await write.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Is it <b>soft</b>?')).toBeVisible()

  await sellerPage.goto('/seller-dashboard')
  await sellerPage.getByRole('link', { name: '1 order with messages to answer' }).click()
  await sellerPage.getByRole('link', { name: '1 new' }).click()
  await expect(sellerPage.getByText('call [phone number hidden].')).toBeVisible()
  await expect(sellerPage.getByRole('link', { name: 'soft.test' })).toHaveCount(0)
  await sellerPage.getByRole('textbox', { name: 'Write to the buyer' }).fill('Very soft.')
  await sellerPage.getByRole('button', { name: 'Send' }).click()
  await expect(sellerPage.getByText('Very soft.')).toBeVisible()
  await sellerPage.goto('/manage-orders')
  await expect(sellerPage.getByText('Messages with the buyer')).toHaveCount(1)
  await sellerPage.goto('/seller-dashboard')
  await expect(sellerPage.getByText('with messages to answer')).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('Very soft.')).toBeVisible()
  await page.getByText('Report these messages').click()
  const report = page.getByRole('form', { name: 'Report these messages' })
  await report.getByLabel('What is wrong?').fill('It is not soft.')
  await report.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Our team looks at it: complaint')).toBeVisible()
  const number = /C-[\w-]{9}/.exec((await page.getByText('Our team looks at it').textContent()) ?? '')?.[0]

  const desk = await newPage()
  const home = await admin(desk)
  await desk.goto(`${home}/complaints?q=${number}`)
  await desk.getByRole('link', { name: number ?? '' }).click()
  await expect(desk.getByRole('heading', { name: 'The reported messages about the order' })).toBeVisible()
  await expect(desk.getByText('call 9876543210.')).toBeVisible()
})
