/** Texts of pictures in the form of a product: typed below each, moved with it, read for green words, and shown on its page. */
import { callApi, expect, seller, addProduct, test } from './shop-test.ts'

test('a text below a picture goes with it, is read for green words and becomes its alternative text @nightly', async ({
  page,
}) => {
  await seller(page)
  const soaps = await callApi<{ imageUrl: string }[]>(page, '/public/product/search/soap')
  const imageUrls = [...new Set(soaps.map(({ imageUrl }) => imageUrl))].slice(0, 2)
  const id = await addProduct(page, { name: 'Neem Soap Bar', imageUrls })
  await page.goto(`/edit-product/${id}`)
  const text = (place: number) => page.getByLabel(`What is to be seen on image ${place}`)
  await expect(text(1)).toHaveAccessibleDescription(/for people who hear the page/)
  await text(1).fill('A natural soap in its box')
  // In the text arrow keys move the cursor and no picture.
  await text(1).press('ArrowLeft')
  await page.getByRole('button', { name: 'Move image 1 back' }).click()
  await expect(text(2)).toHaveValue('A natural soap in its box')
  await text(1).fill('A hand\nwith foam')

  // Nothing is sent before the words are answered, and the focus goes to the texts.
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please choose below what becomes of ‘natural’.')).toBeVisible()
  await expect(text(1)).toBeFocused()
  await page.getByRole('button', { name: 'Leave out natural' }).click()
  await expect(text(2)).toHaveValue('A soap in its box')
  await expect(text(2)).toBeFocused()
  await expect(text(1)).toHaveValue('A hand with foam')
  await expect(page.getByText('Please choose below')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/manage-products')

  await page.goto(`/edit-product/${id}`)
  await expect(text(2)).toHaveValue('A soap in its box')
  await text(2).fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/manage-products')
  await page.goto(`/product/${id}`)
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('img')
  await expect(pictures.nth(0)).toHaveAccessibleName('A hand with foam')
  await expect(pictures.nth(1)).toHaveAccessibleName('Neem Soap Bar, picture 2 of 2')
})
