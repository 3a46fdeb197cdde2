/**
 * Specification §8: the words of each failed action of a seller or the administrator, without a response and with a message of the
 * server. A new action in the tables of web/messages/ needs a case here.
 */
import type { CategoryTree } from '../../contract/admin.ts'
import type { administrationWords } from '../../web/messages/administration.ts'
import type { sellingWords } from '../../web/messages/selling.ts'
import { type Cases, press, tryAll } from './failing-action.ts'
import { addProduct, admin, seller, test } from './shop-test.ts'

test("the seller's products, pictures and profile @nightly @laptop", async ({ page }) => {
  await seller(page)
  const id = await addProduct(page)
  const cases: Cases<typeof sellingWords> = {
    loadProducts: {
      calls: '**/product/get-by-seller*',
      words: 'Failed to get products',
      serverMsg: 'never',
      act: () => page.goto('/manage-products'),
    },
    deleteProduct: {
      calls: '**/product/delete/*',
      words: 'Failed to delete Product',
      serverMsg: 'never',
      open: async () => {
        await page.goto('/manage-products')
        await press(page, /^Delete /)
      },
      act: () => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(),
    },
    loadCategories: {
      calls: '**/public/category/all',
      words: 'Failed to load categories.',
      serverMsg: 'never',
      act: () => page.goto('/addproduct'),
    },
    loadSubcategories: {
      calls: '**/public/category/sub/all',
      words: 'Failed to load subcategories.',
      serverMsg: 'never',
      act: () => page.goto('/addproduct'),
    },
    uploadImage: {
      calls: '**/image/upload',
      words: 'Failed to upload image: leaf.jpg',
      serverMsg: 'below',
      act: () =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('leaf') }),
    },
    uploadAllImages: 'seller-products.e2e.ts',
    uploadSomeImages: 'seller-products.e2e.ts',
    addProduct: 'seller-products.e2e.ts',
    loadProductForm: {
      calls: '**/edit/get-form/*',
      words: 'Failed to fetch product details.',
      serverMsg: 'never',
      act: () => page.goto(`/edit-product/${id}`),
    },
    editProduct: {
      calls: `**/private/product/edit/${id}`,
      words: 'Failed to update product.',
      serverMsg: 'instead',
      open: () => page.goto(`/edit-product/${id}`),
      act: () => press(page, 'Save Changes'),
    },
    showAccountNumber: {
      calls: '**/profile/bank-account',
      words: 'Failed to show the account number.',
      serverMsg: 'instead',
      open: () => page.goto('/seller-profile'),
      act: () => press(page, 'Show account number'),
    },
    editProfile: {
      calls: '**/profile/edit-seller',
      words: 'Failed to update profile. Please try again.',
      serverMsg: 'instead',
      open: () => press(page, 'Edit Profile'),
      act: () => press(page, 'Save Changes'),
    },
    undertake: {
      calls: '**/profile/undertaking',
      words: 'That could not be saved. Please try again.',
      serverMsg: 'instead',
      open: async () => {
        // As somebody sees it who has not accepted it yet.
        await page.route(
          '**/profile/undertaking',
          async (route) => {
            const answer = await route.fetch()
            await route.fulfill({ response: answer, json: { ...(await answer.json()), accepted: null } })
          },
          { times: 1 },
        )
        await page.goto('/seller-profile')
        await page.getByRole('button', { name: 'I undertake this' }).waitFor()
      },
      act: () => press(page, 'I undertake this'),
    },
    openLabel: 'manage-orders.e2e.ts',
    markReady: 'dispatch.e2e.ts',
    cannotDeliver: 'dispatch.e2e.ts',
    openPapers: 'dispatch.e2e.ts',
    sendDocuments: 'seller-approval.e2e.ts',
  }
  await tryAll(page, cases)
})

test("the administrator's categories @nightly @laptop", async ({ page }) => {
  const home = await admin(page)
  // Without products, because a category that has some cannot be removed.
  await page.route('**/category-tree', async (route) => {
    const response = await route.fetch()
    const tree = (await response.json()) as CategoryTree
    for (const { subcategories } of tree) for (const one of subcategories) one.products = 0
    await route.fulfill({ response, json: tree })
  })
  await page.goto(home)
  const form = (title: string) => page.getByRole('form', { name: title })
  const send = (title: string) => () => form(title).getByRole('button', { name: title }).click()
  const remove = (title: string) => async () => {
    await send(title)()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  }
  const cases: Cases<typeof administrationWords> = {
    addCategory: {
      calls: '**/create-category/*',
      words: 'Failed to add Category',
      serverMsg: 'below',
      open: () => form('Add Category').getByLabel('Category Name').fill('Never made'),
      act: send('Add Category'),
    },
    addSubcategory: {
      calls: '**/create-subcategory',
      words: 'Failed to add Subcategory',
      serverMsg: 'below',
      open: async () => {
        await form('Add Subcategory').getByLabel('Subcategory Name').fill('Never made')
        await form('Add Subcategory').getByLabel('Parent Category').selectOption({ index: 1 })
        await form('Add Subcategory').getByLabel('Image URL').fill('https://pictures.hariyali.test/a.webp')
      },
      act: send('Add Subcategory'),
    },
    deleteCategory: {
      calls: '**/delete-category/*',
      words: 'Failed to delete category',
      serverMsg: 'below',
      open: () => form('Remove Category').getByLabel('Category').selectOption({ index: 1 }),
      act: remove('Remove Category'),
    },
    removeSubcategory: {
      calls: '**/delete-subcategory/*',
      words: 'Failed to remove subcategory',
      serverMsg: 'below',
      open: async () => {
        await form('Remove Subcategory').getByLabel('Parent Category').selectOption({ index: 1 })
        await form('Remove Subcategory').getByLabel('Subcategory').selectOption({ index: 1 })
      },
      act: remove('Remove Subcategory'),
    },
    loadSubcategories: {
      calls: '**/category-tree',
      words: 'Failed to fetch subcategories',
      serverMsg: 'never',
      act: () => page.reload(),
    },
  }
  await tryAll(page, cases)
})
