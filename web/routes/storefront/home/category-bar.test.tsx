import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { CategoryBar } from './category-bar.tsx'
import { fittingInBar } from './fitting-in-bar.ts'

const garden = { id: 1, name: 'Garden' }
const pets = { id: 2, name: 'Pets' }
const seeds = { id: 7, name: 'Seeds', imageUrl: '/seeds.webp', categoryId: 1 }

/** The HTML of each menu of the bar. */
function menusOf(bar: Partial<Parameters<typeof CategoryBar>[0]>): string[] {
  const given = { subcategories: [seeds], failed: false, inBar: { narrow: 2, wide: 2 }, ...bar }
  const Page = createRoutesStub([
    { path: '/', Component: () => <CategoryBar categories={[garden, pets]} {...given} /> },
  ])
  return renderToStaticMarkup(<Page />)
    .split(/(?=<li class="menu )/)
    .slice(1)
}

test("a dropdown lists its own category's subcategories, or says 'No subcategories' (specification §2)", () => {
  const [ofGarden, ofPets, ...others] = menusOf({})
  expect(ofGarden).toContain('href="/products/sub-category/7"')
  expect(ofGarden).not.toContain('No subcategories')
  expect(ofPets).toContain('No subcategories')
  expect(ofPets).not.toContain('Seeds')
  expect(others).toEqual([])
})

test("subcategories that could not be loaded are 'Failed to load subcategories.' (specification §8)", () => {
  const menus = menusOf({ subcategories: [], failed: true })
  for (const menu of menus) {
    expect(menu).toContain('Failed to load subcategories.')
    expect(menu).not.toContain('No subcategories')
  }
})

test('what does not fit into the row stands under More with its subcategories', () => {
  const [ofPets, more, ...others] = menusOf({ categories: [pets, garden], inBar: { narrow: 1, wide: 1 } })
  expect(ofPets).not.toContain('Garden')
  expect(more).toContain('href="/products/category/1"')
  expect(more).toContain('href="/products/sub-category/7"')
  expect(others).toEqual([])
})

test('a row holds as many names as their widths allow, and leaves room for More only where it is needed', () => {
  const named = (length: number) => Array.from({ length: 10 }, () => 'o'.repeat(length))
  expect(fittingInBar([])).toEqual({ narrow: 0, wide: 0 })
  expect(fittingInBar(named(4))).toEqual({ narrow: 10, wide: 10 })
  const { narrow, wide } = fittingInBar(named(12))
  expect(narrow).toBeGreaterThan(4)
  expect(wide).toBeGreaterThan(narrow)
  expect(wide).toBeLessThan(10)
  expect(fittingInBar(named(200)).narrow).toBe(fittingInBar(named(100)).narrow)
})
