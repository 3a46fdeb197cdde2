/** Exports of Shopify and WooCommerce become rows of our own columns. */
import { expect, test } from 'vitest'
import { converterFor, textOf } from './other-shops.ts'

function converted(rows: Record<string, string>[]) {
  const converter = converterFor([...new Set(rows.flatMap(Object.keys))])
  const all = rows.flatMap((given, at) => converter?.take(at + 2, given) ?? [])
  return { source: converter?.source, rows: [...all, ...(converter?.end() ?? [])] }
}

test("Shopify's variants are products of their own, with the pictures of their handle", () => {
  const head = {
    Handle: 'soap',
    Title: 'Neem Soap',
    'Body (HTML)': '<p>Cold &amp; pure.</p><ul><li>No dye</li></ul>',
    Vendor: 'Neem Works',
    'Option1 Name': 'Size',
    'Option1 Value': '100 g',
    'Variant SKU': "'N-100",
    'Variant Grams': '110',
    'Variant Inventory Qty': '7',
    'Variant Price': '99.00',
    'Variant Compare At Price': '120.00',
    'Image Src': 'https://cdn.shopify.com/a.jpg',
  }
  const { source, rows } = converted([
    head,
    {
      Handle: 'soap',
      'Option1 Value': '200 g',
      'Variant SKU': 'N-200',
      'Variant Price': '180',
      'Image Src': 'https://cdn.shopify.com/b.jpg',
    },
    { Handle: 'soap', 'Image Src': 'https://cdn.shopify.com/c.jpg' },
    {
      Handle: 'comb',
      Title: 'Comb',
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant Price': '50',
      'Variant Compare At Price': '',
    },
  ])
  expect(source).toBe('shopify')
  expect(rows.map(({ row, cells }) => [row, cells.name, cells.sku, cells.price, cells.mrp])).toEqual([
    [2, 'Neem Soap, 100 g', 'N-100', '99.00', '120.00'],
    [3, 'Neem Soap, 200 g', 'N-200', '180', undefined],
    [5, 'Comb', undefined, '50', undefined],
  ])
  expect(rows[1]?.cells).toMatchObject({
    description: 'Cold & pure.\nNo dye',
    details: 'Brand: Neem Works\nSize: 200 g',
    size: '200 g',
    'picture:1': 'https://cdn.shopify.com/a.jpg',
    'picture:3': 'https://cdn.shopify.com/c.jpg',
    family: 'Neem Soap',
    'option:size': '200 g',
  })
  expect(rows[2]?.cells).not.toHaveProperty('family')
})

test("WooCommerce's variations take what they lack from their parent", () => {
  const parent = {
    ID: '7',
    Type: 'variable',
    SKU: 'P',
    Name: 'Kurta',
    Description: 'Cotton',
    'Regular price': '',
    Images: 'https://x.test/1.jpg, https://x.test/2.jpg',
    'Weight (kg)': '0.25',
  }
  const { source, rows } = converted([
    parent,
    {
      Type: 'variation',
      SKU: 'P-S',
      Name: 'Kurta - S',
      'Regular price': '499',
      Parent: 'P',
      Stock: '3',
      'Attribute 1 name': 'Size',
      'Attribute 1 value(s)': 'S',
    },
    { Type: 'variation', Name: 'Kurta - M', 'Regular price': '499', Parent: 'id:7' },
  ])
  expect(source).toBe('woocommerce')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    row: 3,
    cells: {
      name: 'Kurta - S',
      sku: 'P-S',
      description: 'Cotton',
      weight: '250',
      size: 'S',
      noOfUnits: '3',
      details: 'Size: S',
      'picture:2': 'https://x.test/2.jpg',
    },
  })
  expect(rows[1]?.cells.description).toBe('Cotton')
})

test('other files are of our own columns, and HTML becomes text', () => {
  expect(converterFor(['Product Name', 'Price (₹)'])).toBeUndefined()
  expect(textOf('a<br>b &#8377;5 &lt;b&gt;<script>x</script>')).toBe('a\nb ₹5 <b>x')
})
