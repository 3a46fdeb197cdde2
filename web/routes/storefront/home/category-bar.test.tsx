import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { CategoryBar } from './category-bar.tsx'

test("a dropdown lists its own category's subcategories, or says 'No subcategories' (specification §2)", () => {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <CategoryBar
          categories={[
            { id: 1, name: 'Garden' },
            { id: 2, name: 'Pets' },
          ]}
          failed={false}
          inBar={{ narrow: 2, wide: 2 }}
          subcategories={[{ id: 7, name: 'Seeds', imageUrl: '/seeds.webp', categoryId: 1 }]}
        />
      ),
    },
  ])
  const [, garden = '', pets = ''] = renderToStaticMarkup(<Page />).split(/(?=<li class="menu)/)
  expect(garden).toContain('href="/products/sub-category/7"')
  expect(garden).not.toContain('No subcategories')
  expect(pets).toContain('No subcategories')
  expect(pets).not.toContain('Seeds')
})
