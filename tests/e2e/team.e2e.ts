/** A member joins the team of a shop, and their pages show what they may do, also once that changes under an open tab. */
import { addProduct, expect, newEmail, password, seller, test } from './shop-test.ts'

test('a member who was invited sees and opens what they were given, and no form that only the owner may send @nightly', async ({
  page,
  newPage,
}) => {
  test.slow()
  page.setDefaultTimeout(15_000)
  const ownerPage = await newPage()
  await seller(ownerPage, { companyName: 'Reed and Rush' })
  await addProduct(ownerPage)
  const email = newEmail()
  await ownerPage.goto('/seller-team')
  await ownerPage.getByRole('button', { name: 'Invite' }).click()
  const invite = ownerPage.getByRole('dialog')
  await invite.getByLabel('Email').fill(email)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite.getByText('Please choose at least one area.')).toBeVisible()
  await expect(invite.getByLabel('Email')).toHaveValue(email)
  await invite.getByRole('checkbox', { name: 'Products' }).check()
  await invite.getByRole('checkbox', { name: 'Orders' }).check()
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(ownerPage.getByRole('button', { name: `Send again to ${email}` })).toBeVisible()

  let link = ''
  await expect(async () => {
    const mails = (await (
      await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    ).json()) as { text: string }[]
    link = /\/invitation#team\.[\w-]{43}/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 10_000 })
  await page.goto(link)
  await page.getByLabel('Name').fill('Meera Joshi')
  await page.getByLabel('New Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('You work for Reed and Rush.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Team' })).toBeHidden()

  // Closing the shop is the owner's, also by its address.
  await page.getByRole('link', { name: 'Manage Products' }).click()
  await expect(page.getByRole('link', { name: 'Import and Export' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Close your shop/ })).toBeHidden()
  await page.goto('/seller-holiday')
  await expect(page.getByText('You may not open this page.')).toBeVisible()
  await expect(page).toHaveURL(/\/seller-dashboard$/)

  // So are the complaints of the shop: a member writes for themselves.
  await page.goto('/complaints')
  await expect(page).toHaveURL(/\/seller-dashboard$/)
  await page.goto('/complaints/new')
  await expect(page.getByText('This is a complaint of your own')).toBeVisible()
  await page.getByLabel('Name').fill('Meera Joshi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('What is it about?').selectOption({ index: 1 })
  await page.getByLabel('What happened?').fill('The owner keeps my certificate of work.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText(/We have your complaint: number/)).toBeVisible()
  await ownerPage.goto('/complaints')
  await expect(ownerPage.getByText('No Complaints')).toBeVisible()

  // An area is taken away while the tab is open.
  await page.goto('/manage-products')
  await expect(page.getByRole('link', { name: 'Import and Export' }).first()).toBeVisible()
  await ownerPage.goto('/seller-team')
  await ownerPage.getByRole('button', { name: 'Change areas of Meera Joshi' }).click()
  await ownerPage.getByRole('checkbox', { name: 'Products' }).uncheck()
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByText('The areas are changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('link', { name: 'Manage Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage Products' })).toBeHidden()
  await page.goto('/manage-products')
  await expect(page.getByText('You may not open this page.')).toBeVisible()
})
