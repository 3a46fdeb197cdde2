import { expect, test } from 'vitest'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop } from '../../../tests/setup/shop.ts'

test('with a cloud configured, browsers upload there, our own store refuses uploads and only addresses of the cloud are accepted', async () => {
  const cloudShop = await startTestShop({
    env: { CLOUDINARY_CLOUD_NAME: 'green-cloud', CLOUDINARY_UPLOAD_PRESET: 'unsigned-green' },
  })
  try {
    const owner = await addSeller(cloudShop)
    const { body, headers } = await owner.get('/private/media/upload-settings')
    expect(body).toMatchObject({
      url: 'https://api.cloudinary.com/v1_1/green-cloud/image/upload',
      preset: 'unsigned-green',
    })
    expect(headers.get('content-security-policy')).toMatch(/connect-src [^;]*https:\/\/api\.cloudinary\.com/)
    expect((await upload(owner, await jpeg())).status).toBe(404)
    const subcategory = await addSubcategory(cloudShop)
    const good = 'https://res.cloudinary.com/green-cloud/image/upload/v1712/products/brush_1.jpg'
    const sent = (address: string) => owner.post('/private/product/add', productInput(subcategory, [address]))
    expect((await sent(good)).status).toBe(200)
    // Shown small and without metadata. The address that the form sends back is stored unchanged.
    const shownFor = async (address: string) => {
      const { id } = (await sent(address)).body
      return (await cloudShop.client().get(`/public/product/${id}`)).body.images[0] as string
    }
    const small = good.replace('/upload/', '/upload/c_pad,w_960,h_960,b_white/f_auto/q_auto/')
    expect([await shownFor(good), await shownFor(small)]).toEqual([small, small])
    expect(await shownFor(good.replace('.jpg', '.svg'))).toBe(
      good.replace('/upload/', '/upload/c_pad,w_960,h_960,b_white/f_png/').replace('.jpg', '.png'),
    )
    for (const address of [
      good.replace('green-cloud', 'other-cloud'),
      good.replace('https:', 'http:'),
      good.replace('.com/', '.com.example.test/'),
      good.replace('/v1712/', '/../../../other-cloud/image/upload/'),
      good.replace('/v1712/', '/%2e%2e/'),
      `${good}?x=<script>`,
      `${good}#x`,
      'https://user:password@res.cloudinary.com/green-cloud/image/upload/x.jpg',
    ])
      expect([address, (await sent(address)).status]).toEqual([address, 400])
  } finally {
    await cloudShop.stop()
  }
})
