/**
 * Specification §8: the words of each failed action of a visitor or customer, without a response and with a message of the server. A
 * new action in the tables of web/messages/ needs a case here.
 */
import type { Page } from '@playwright/test'
import type { accountWords } from '../../web/messages/account.ts'
import type { addingWords } from '../../web/messages/adding.ts'
import type { buyingWords } from '../../web/messages/buying.ts'
import { type Cases, fill, press, tryAll } from './failing-action.ts'
import { callApi, customer, expect, fillCart, homeAddress, newEmail, password, test } from './shop-test.ts'

const noAnswer = 'No response from server. Please try again.'

/** Actions of somebody who is not logged in. */
function visitorCases(page: Page, email: string) {
  return {
    logIn: {
      calls: '**/auth/login',
      words: 'Login failed',
      serverMsg: 'instead',
      open: async () => {
        await page.goto('/login')
        await fill(page, { Email: email, Password: password })
      },
      act: () => press(page, 'Login'),
    },
    logInUnverified: {
      calls: '**/auth/login',
      words: 'Please verify your email',
      serverMsg: 'instead',
      status: 401,
      act: async () => {
        await page.keyboard.press('Escape')
        await press(page, 'Login')
        await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
      },
    },
    verifyOtp: {
      calls: '**/auth/verify-otp',
      words: noAnswer,
      serverMsg: 'instead',
      open: async () => {
        await page.getByLabel('Digit 1 of 6').focus()
        await page.keyboard.type('123456')
      },
      act: () => press(page, 'Verify'),
    },
    resendOtp: {
      calls: '**/auth/resend-otp',
      words: noAnswer,
      serverMsg: 'instead',
      act: () => press(page, /^Resend OTP/),
    },
    sendResetOtp: {
      calls: '**/auth/forgot-password/*',
      words: noAnswer,
      serverMsg: 'instead',
      open: async () => {
        await page.goto('/reset-password')
        await fill(page, { Email: email })
      },
      act: () => press(page, 'Send OTP'),
    },
    resetPassword: {
      calls: '**/auth/reset-password',
      words: 'Failed to reset password',
      serverMsg: 'instead',
      open: async () => {
        await press(page, 'Send OTP')
        await fill(page, { OTP: '123456', 'New Password': password })
      },
      act: () => press(page, 'Reset Password'),
    },
    acceptInvitation: {
      calls: '**/auth/invitation/accept',
      words: 'Failed to set the password',
      serverMsg: 'instead',
      open: async () => {
        await page.goto('/invitation')
        await fill(page, { 'New Password': password })
      },
      act: () => press(page, 'Save Password'),
    },
    joinTeam: {
      calls: '**/auth/team/join',
      words: 'You could not join the team. Please try again.',
      serverMsg: 'instead',
      open: async () => {
        await page.goto('/invitation#team.token')
        await fill(page, { 'Your Name': 'Meera Joshi', 'New Password': password })
      },
      act: () => press(page, 'Join'),
    },
    stopPayouts: {
      calls: '**/auth/stop-payouts',
      words: 'The payouts could not be stopped. Please try again.',
      serverMsg: 'instead',
      open: async () => {
        await page.goto(`/stop-payouts#${'t'.repeat(43)}`)
      },
      act: () => press(page, 'Stop payouts and log out everywhere'),
    },
    registerCustomer: {
      calls: '**/auth/customer/signup',
      words: 'Something went wrong. Please try again.',
      serverMsg: 'instead',
      open: async () => {
        await page.goto('/register')
        const names = { 'First Name': 'Asha', 'Last Name': 'Rao', Phone: '9876543210' }
        await fill(page, { ...names, Email: email, Password: password, 'Confirm Password': password })
      },
      act: () => press(page, 'Register'),
    },
    registerSeller: 'seller-register.e2e.ts',
  } satisfies Partial<Cases<typeof accountWords>>
}

/** `logInTwice` leaves a second device in the list of devices. */
function customerCases(page: Page, logInTwice: () => Promise<void>) {
  return {
    logOut: {
      calls: '**/auth/logout',
      words: 'Login failed',
      serverMsg: 'instead',
      open: async () => {
        await logInTwice()
        await page.goto('/profile')
      },
      act: () => press(page, 'Logout'),
    },
    editProfile: {
      calls: '**/profile/edit-customer',
      words: 'Failed to edit profile',
      serverMsg: 'instead',
      open: () => press(page, 'Edit Profile'),
      act: () => press(page, 'Save'),
    },
    changePassword: {
      calls: '**/password/change',
      words: 'Failed to change password',
      serverMsg: 'instead',
      open: async () => {
        await page.keyboard.press('Escape')
        await press(page, 'Password and Devices')
        await fill(page, { 'Current Password': password, 'New Password': password })
      },
      act: () => press(page, 'Change Password'),
    },
    endSessions: {
      calls: '**/session/end',
      words: 'Failed to log out the devices',
      serverMsg: 'instead',
      open: () => fill(page, { 'Your Password': password }),
      act: () => press(page, 'Log Out 1 Device'),
    },
    downloadData: {
      calls: '**/own-data/archive',
      words: 'The file could not be made. Please try again.',
      serverMsg: 'instead',
      open: () => page.goto('/your-data'),
      act: () => press(page, 'Download my data'),
    },
    deleteAccount: {
      calls: '**/own-data/deletion',
      words: 'The account could not be deleted. Please try again.',
      serverMsg: 'instead',
      act: () => press(page, /^Delete my account/),
    },
    keepAccount: {
      calls: '**/own-data/deletion/undo',
      words: 'That did not work. Please try again.',
      serverMsg: 'instead',
      open: async () => {
        await press(page, /^Delete my account/)
        await page.getByRole('button', { name: 'Keep my account' }).waitFor()
      },
      act: () => press(page, 'Keep my account'),
    },
  } satisfies Partial<Cases<typeof accountWords>>
}

test('logging in and out, codes, passwords and the profile @nightly @laptop', async ({
  page,
  playwright,
  baseURL,
}) => {
  async function logInTwice(): Promise<void> {
    const email = await customer(page)
    const other = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    await other.post('/api/v1/auth/login', { data: { email, password } })
    await other.dispose()
  }
  const cases: Cases<typeof accountWords> = {
    ...visitorCases(page, newEmail()),
    ...customerCases(page, logInTwice),
  }
  await tryAll(page, cases)
})

test('adding, cart, wishlist, addresses and the way to the payment @nightly @laptop', async ({ page }) => {
  await customer(page)
  await callApi(page, '/private/address/add', homeAddress)
  await callApi(page, '/private/address/add', { ...homeAddress, street: '4 Beach Road' })
  const found = await callApi<{ id: string }[]>(page, '/public/product/search/soap')
  const adding: Cases<typeof addingWords> = {
    cart: {
      calls: '**/private/cart/add',
      words: 'Failed to add to cart',
      serverMsg: 'never',
      open: () => page.goto(`/product/${found[0]?.id}`),
      act: () => press(page, 'Add to Cart'),
    },
    wishlist: {
      calls: '**/private/wishlist/add/*',
      words: 'Failed to Add in Wishlist',
      serverMsg: 'never',
      act: () => press(page, 'Add to Wishlist'),
    },
  }
  await tryAll(page, adding)

  const [first] = await fillCart(page, 1)
  await callApi(page, '/private/cart/edit', { id: first?.id, quantity: 3 })
  await callApi(page, `/private/wishlist/add/${first?.id}`)
  const quantity = { calls: '**/private/cart/edit', serverMsg: 'instead' } as const
  const checkOut = { serverMsg: 'never', act: () => press(page, /^Checkout/) } as const
  const cases: Cases<typeof buyingWords> = {
    chooseWishlistMails: {
      calls: '**/private/wishlist/*/mails',
      words: 'This could not be changed. Please try again.',
      serverMsg: 'instead',
      open: () => page.goto('/wishlist'),
      act: () => page.getByLabel('Mail me when it costs less').click(),
    },
    removeFromWishlist: {
      calls: '**/private/wishlist/remove/*',
      words: 'Failed to remove from Wishlist',
      serverMsg: 'instead',
      open: () => page.goto('/wishlist'),
      act: () => press(page, /^Remove /),
    },
    increaseQuantity: {
      ...quantity,
      words: 'Failed to increase item quantity',
      open: () => page.goto('/cart'),
      act: () => press(page, 'Increase quantity'),
    },
    decreaseQuantity: {
      ...quantity,
      words: 'Failed to decrease item quantity',
      act: () => press(page, 'Decrease quantity'),
    },
    removeItem: {
      calls: '**/private/cart/remove/*',
      words: 'Failed to remove item',
      serverMsg: 'instead',
      act: () => press(page, /^Remove /),
    },
    placeOrder: { ...checkOut, calls: '**/order/check*', words: 'Failed to place order' },
    loadPaymentScript: {
      ...checkOut,
      calls: '**/checkout.js',
      // The press before has loaded it.
      open: () => page.goto('/cart'),
      words: "The payment provider's SDK failed to load. Are you online?",
      alert: true,
    },
    initiatePayment: {
      ...checkOut,
      calls: '**/order/payment/*',
      words: 'Failed to initiate payment.',
      alert: true,
    },
    verifyPayment: 'buying.e2e.ts',
    createOrder: 'buying.e2e.ts',
    deleteAddress: {
      calls: '**/address/delete/*',
      words: 'Failed to delete address',
      serverMsg: 'never',
      open: () => press(page, 'Change'),
      act: async () => {
        await press(page, /^Delete /)
        await press(page, 'Yes, Delete')
      },
    },
    makeAddressDefault: {
      calls: '**/address/make-default/*',
      words: 'Failed to set address as default',
      serverMsg: 'never',
      act: () => press(page, /^Make Default/),
    },
    editAddress: {
      calls: '**/address/edit/*',
      words: 'Failed to update address',
      serverMsg: 'never',
      open: () => press(page, /^Edit /),
      act: () => press(page, 'Save Changes'),
    },
    addAddress: {
      calls: '**/address/add',
      words: 'Failed to add new address',
      serverMsg: 'never',
      open: async () => {
        await press(page, 'Cancel')
        await press(page, 'Add New Address')
        await fill(page, { Street: '1 New Road', City: 'Jaipur', 'Pin Code': '302001' })
      },
      act: () => press(page, 'Save Address'),
    },
  }
  await tryAll(page, cases)
})
