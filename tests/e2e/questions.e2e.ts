/** A question before buying: asked, mailed, answered by the seller, and read by everybody without a name. */
import { randomInt } from 'node:crypto'
import { addProduct, customer, expect, password, seller, test } from './shop-test.ts'

test('a visitor logs in to ask, the seller gets a mail and answers, and everybody reads both @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  const sellerPage = await newPage()
  const sellerEmail = await seller(sellerPage)
  const name = `Neem Comb ${randomInt(1_000_000, 10_000_000)}`
  const productId = await addProduct(sellerPage, { name })
  const mailTo = async (email: string, subject: string) => {
    await expect(async () => {
      const mails = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
      expect(JSON.stringify(await mails.json())).toContain(subject)
    }).toPass()
  }
  // An account that has logged out.
  const email = await customer(page)
  await page.context().clearCookies()

  await page.goto(`/product/${productId}`)
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(new RegExp(`/product/${productId}/ask$`))
  const words = page.getByLabel('What would you like to know?')
  await words.fill('Does it fit curls? Call 9876543210.')
  await page.getByRole('button', { name: 'Send my question' }).click()
  await expect(page.getByText('Everybody reads this: please leave out')).toBeVisible()
  await expect(words).toHaveValue('Does it fit curls? Call 9876543210.')
  await words.fill('Does it fit <b>curls</b>?')
  await page.getByRole('button', { name: 'Send my question' }).click()
  await expect(page.getByText('Waits for an answer')).toBeVisible()
  await mailTo(sellerEmail, `A question about ${name}`)

  await sellerPage.goto('/seller-dashboard')
  await sellerPage.getByRole('link', { name: '1 question about your products to answer' }).click()
  const card = sellerPage.getByRole('article', { name: `Question about ${name}` })
  await expect(card).toContainText('Does it fit <b>curls</b>?')
  await card.getByRole('button', { name: 'Answer' }).click()
  await sellerPage.getByLabel('Your answer').fill('Yes, its teeth are wide.')
  await sellerPage.getByRole('button', { name: 'Save' }).click()
  await expect(sellerPage.getByText('No question about your products waits for an answer.')).toBeVisible()
  await mailTo(email, `An answer to your question about ${name}`)

  const reader = await newPage()
  await customer(reader)
  const shown = reader.getByRole('article', { name: 'Question: Does it fit' })
  await expect(async () => {
    await reader.goto(`/product/${productId}`)
    await expect(shown).toContainText('Yes, its teeth are wide.', { timeout: 1_000 })
  }).toPass()
  await expect(shown).toContainText('A customer asked on')
  await expect(shown).not.toContainText('Asha')
  await shown.getByRole('link', { name: 'Report' }).click()
  await reader.getByLabel('What do you report?').selectOption('answer')
  await reader.getByLabel('What is wrong?').selectOption('untrue')
  await reader.getByRole('button', { name: 'Report' }).click()
  await expect(reader.getByText('Thank you. Our team looks at it.')).toBeVisible()
})
