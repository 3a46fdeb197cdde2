/** Attributes of products: the administrator's list, the seller's form, the page, and search. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { addSubcategory } from '../../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
let form: ProductForm
let admin: Admin
let owner: Admin
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  form = await openProductForm(shop)
  admin = await addAdmin(shop, undefined, ['catalogue'])
  owner = await addAdmin(shop)
})
afterAll(() => shop.stop())

const path = '/public/admin/attributes'
const fields = (body: any) => Object.keys(body.fields ?? {})

/** An attribute that the category of the form asks for; its values by name. */
async function addAttribute(name: string, values: Record<string, string[]> = {}, more: object = {}) {
  const { categoryId } = form.subcategory
  const wanted = {
    name,
    kind: 'choice',
    unit: null,
    multiple: true,
    filters: true,
    categoryIds: [categoryId],
  }
  const { status, body } = await admin.post(path, { ...wanted, ...more })
  expect([status, body.msg]).toEqual([200, 'The attribute is added.'])
  const ids: Record<string, number> = {}
  for (const [place, [value, synonyms]] of Object.entries(values).entries()) {
    const added = await admin.post(`/public/admin/attributes/${body.id}/values`, {
      name: value,
      synonyms,
      place,
    })
    expect(added.status).toBe(200)
    ids[value] = added.body.id
  }
  const of = (...names: string[]) => names.map((one) => ({ attributeId: body.id, valueId: ids[one] }))
  return { id: body.id as number, ids, of }
}
const valuePath = (id: number | undefined) => `/public/admin/attribute-values/${id}`
const attributesOf = async (id: string) => (await form.detail(id)).body.attributes
const pageOf = async (id: string) => (await fetch(`${shop.url}/product/${id}`)).text()

test('the form asks for what the category asks; form, page, its data and every edit keep what was given', async () => {
  const weave = await addAttribute('Weave', { Twill: [], Plain: [] })
  const length = await addAttribute('Length', {}, { kind: 'number', multiple: false, unit: 'cm' })
  const asked = (await form.seller.get('/private/product/attributes')).body
  expect(asked).toContainEqual({
    id: weave.id,
    name: 'Weave',
    kind: 'choice',
    unit: null,
    multiple: true,
    askedBy: [{ categoryId: form.subcategory.categoryId, place: 0 }],
    values: [
      { id: weave.ids.Twill, name: 'Twill' },
      { id: weave.ids.Plain, name: 'Plain' },
    ],
  })
  const given = [...weave.of('Twill', 'Plain'), { attributeId: length.id, number: 32.5 }]
  const id = await form.add({ attributes: given })
  expect((await form.formOf(id)).attributes).toEqual(given)
  const shown = [
    { name: 'Weave', values: ['Twill', 'Plain'], number: null, unit: null },
    { name: 'Length', values: [], number: 32.5, unit: 'cm' },
  ]
  expect(await attributesOf(id)).toEqual(shown)
  const html = await pageOf(id)
  for (const words of ['Twill, Plain', '32.5 cm', '"name":"Length","value":32.5,"unitText":"cm"'])
    expect(html).toContain(words)
  // Without the field they stay.
  expect((await form.edit(id, form.input({ name: 'Renamed' }))).status).toBe(200)
  expect((await form.formOf(id)).attributes).toEqual(given)
  // The page of a product is made again when its attributes change.
  expect((await form.edit(id, form.input({ attributes: weave.of('Plain') }))).status).toBe(200)
  const changed = await eventually(
    () => pageOf(id),
    (page) => !page.includes('Twill'),
  )
  expect(changed).toContain('Plain')
  expect(changed).not.toContain('32.5 cm')
})

test('what the details name is not repeated as an attribute below them', async () => {
  const varnish = await addAttribute('Varnish', { Oiled: [] })
  const rowOf = /<th[^>]*>Varnish</
  const attributes = varnish.of('Oiled')
  expect(await pageOf(await form.add({ attributes }))).toMatch(rowOf)
  const details = 'Varnish: Oiled by hand\nCare: Wipe with a dry cloth'
  expect(await pageOf(await form.add({ attributes, details }))).not.toMatch(rowOf)
})

test('a category that does not ask loses them with the save that moves the product; an older form changes nothing', async () => {
  const grain = await addAttribute('Grain', { Fine: [] })
  const id = await form.add({ attributes: grain.of('Fine') })
  const { version } = await form.formOf(id)
  expect((await form.edit(id, form.input({ version }))).status).toBe(200)
  const stale = await form.edit(id, form.input({ version, attributes: [] }))
  expect(stale.status).toBe(409)
  expect((await form.formOf(id)).attributes).toEqual(grain.of('Fine'))
  expect((await form.edit(id, form.input(form.otherSubcategory))).status).toBe(200)
  expect((await form.edit(id, form.input())).status).toBe(200)
  expect((await form.formOf(id)).attributes).toEqual([])
})

test('what an attribute does not allow is refused at its field, and nothing is saved', async () => {
  const one = await addAttribute('Cut', { Slim: [], Wide: [] }, { multiple: false })
  const other = await addAttribute('Lining', { Satin: [] })
  const depth = await addAttribute('Depth', {}, { kind: 'number', multiple: false, unit: 'cm' })
  const id = await form.add({ attributes: one.of('Slim') })
  for (const attributes of [
    [{ attributeId: one.id, valueId: other.ids.Satin }],
    [{ attributeId: one.id, number: 3 }],
    [{ attributeId: depth.id, number: 0 }],
    [{ attributeId: depth.id }],
    one.of('Slim', 'Wide'),
    Array.from({ length: 41 }, (_, i) => ({ attributeId: depth.id, number: i + 1 })),
  ]) {
    const { status, body } = await form.edit(id, form.input({ name: 'Not saved', attributes }))
    expect([status, fields(body)[0]]).toEqual([400, expect.stringMatching(/^attributes/)])
  }
  expect(await form.formOf(id)).toMatchObject({ attributes: one.of('Slim') })
  expect((await form.formOf(id)).name).not.toBe('Not saved')
})

test('names and other words of values find a product; renaming and merging reach it by the job', async () => {
  const clasp = await addAttribute('Clasp', { Quondle: ['brimtash'], Velsop: [] })
  const id = await form.add({ attributes: clasp.of('Quondle') })
  expect(await form.found('quondle')).toEqual([id])
  expect(await form.found('brimtash')).toEqual([id])
  const change = (body: object) => admin.post(valuePath(clasp.ids.Quondle), body)
  expect((await change({ name: 'Zarnick', synonyms: ['brimtash'], place: 0 })).status).toBe(200)
  const found = (words: string) =>
    eventually(
      () => form.found(words),
      (ids) => ids.includes(id),
    )
  await found('zarnick')
  await eventually(
    () => pageOf(id),
    (page) => page.includes('Zarnick'),
  )
  const merged = await admin.post(`/public/admin/attribute-values/${clasp.ids.Quondle}/merge`, {
    into: clasp.ids.Velsop,
  })
  expect(merged.status).toBe(200)
  expect(await attributesOf(id)).toEqual([{ name: 'Clasp', values: ['Velsop'], number: null, unit: null }])
  await found('velsop')
  // The words of the value that is gone find the other one.
  expect(await form.found('zarnick')).toEqual([id])
  const notes = (await auditOf(owner, { act: 'attribute-value-merged' })).map(({ note }) => note)
  expect(notes).toContain('Zarnick into Velsop')
})

test('a product with both values of a merge has the other one once', async () => {
  const print = await addAttribute('Print', { Leafy: [], Leaves: [] })
  const id = await form.add({ attributes: print.of('Leafy', 'Leaves') })
  expect(
    (await admin.post(`/public/admin/attribute-values/${print.ids.Leafy}/merge`, { into: print.ids.Leaves }))
      .status,
  ).toBe(200)
  expect((await form.formOf(id)).attributes).toEqual(print.of('Leaves'))
})

test('what products have is not deleted, and the refusal says how many; a merge across attributes is none', async () => {
  const hem = await addAttribute('Hem', { Rolled: [], Raw: [] })
  const other = await addAttribute('Fold', { Double: [] })
  const id = await form.add({ attributes: hem.of('Rolled') })
  const value = await admin.delete(valuePath(hem.ids.Rolled))
  expect([value.status, value.body.msg]).toEqual([409, "1 product has 'Rolled'."])
  const whole = await admin.delete(`/public/admin/attributes/${hem.id}`)
  expect([whole.status, whole.body.msg]).toEqual([409, "1 product has 'Hem'."])
  expect((await admin.delete(valuePath(hem.ids.Raw))).status).toBe(200)
  const across = await admin.post(`/public/admin/attribute-values/${hem.ids.Rolled}/merge`, {
    into: other.ids.Double,
  })
  expect(across.status).toBe(404)
  // A deleted product holds nothing back.
  expect((await form.seller.delete(`/private/product/delete/${id}`)).status).toBe(200)
  expect((await admin.delete(`/public/admin/attributes/${hem.id}`)).status).toBe(200)
  expect((await admin.get(path)).body.map((one: any) => one.id)).not.toContain(hem.id)
})

test('names are taken once in any case, a category asks for fifteen at most, and changes are in the audit', async () => {
  const { id } = await addAttribute('Finish', { Matt: [] })
  const wanted = { kind: 'choice', unit: null, multiple: false, filters: false, categoryIds: [] }
  const again = await admin.post(path, { ...wanted, name: 'FINISH' })
  expect([again.status, fields(again.body)]).toEqual([409, ['name']])
  const matt = await admin.post(`/public/admin/attributes/${id}/values`, {
    name: 'matt',
    synonyms: [],
    place: 0,
  })
  expect([matt.status, fields(matt.body)]).toEqual([409, ['name']])
  const unit = await admin.post(path, { ...wanted, name: 'Unit', unit: 'cm' })
  expect([unit.status, fields(unit.body)]).toEqual([400, ['unit']])
  const { categoryId } = form.otherSubcategory
  const first = (await admin.get(path)).body.slice(0, 16) as { id: number; name: string }[]
  const answers: number[] = []
  for (const one of first)
    answers.push(
      (
        await admin.post(`/public/admin/attributes/${one.id}`, {
          name: one.name,
          filters: true,
          categoryIds: [categoryId],
        })
      ).status,
    )
  expect(answers).toEqual([...Array.from({ length: 15 }, () => 200), 409])
  const note = (await auditOf(owner, { act: 'attribute-changed' })).map((entry) => entry.note)
  expect(note).toContain('Soaps; filters lists')
  const support = await addAdmin(shop, undefined, ['support'])
  expect((await support.get(path)).status).toBe(403)
})

test('what a category does not ask for any more is shown and found nowhere', async () => {
  const trim = await addAttribute('Trim', { Flostering: [] })
  const id = await form.add({ attributes: trim.of('Flostering') })
  expect(await form.found('flostering')).toEqual([id])
  const chosen = async () =>
    (
      await shop
        .client()
        .get(
          `/public/product/category/${form.subcategory.categoryId}?attribute=${trim.id}-${trim.ids.Flostering}`,
        )
    ).body.map((one: any) => one.id)
  expect(await chosen()).toEqual([id])
  // Another one asks for it, so that searches and sellers' pages have it among their choices.
  const categoryIds = [(await addSubcategory(shop, 'Curtains')).categoryId]
  await admin.post(`/public/admin/attributes/${trim.id}`, { name: 'Trim', filters: true, categoryIds })
  await eventually(
    () => pageOf(id),
    (page) => !page.includes('Flostering'),
  )
  await eventually(
    () => form.found('flostering'),
    (ids) => ids.length === 0,
  )
  expect(await chosen()).toEqual([])
  const counted = await shop.client().get(`/public/product-facets?sellerId=${form.seller.id}`)
  expect(counted.body.map((one: any) => one.title)).not.toContain('Trim')
})
