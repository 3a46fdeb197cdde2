/** The home page: slideshow, subcategories, categories, a row of products for each category, the shop's values. */
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { apiIn } from '../../../api/client.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { pageMeta, rootOf } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { useSettings } from '../../../settings.ts'
import { toCard } from '../../../products/product-card.tsx'
import { CategoryBar } from './category-bar.tsx'
import { CategoryRow } from './category-row.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { shopData } from './shop-data.ts'
import { Slideshow } from './slideshow.tsx'
import { SubcategoryIcons } from './subcategory-icons.tsx'
import { Values } from './values.tsx'

const cardsInRow = 5

export async function loader({ context }: LoaderFunctionArgs) {
  const { call } = apiIn(context)
  return withErrorPage(async () => {
    const [all, subcategories] = await Promise.all([
      call(api.category.rows, { query: { limit: cardsInRow } }),
      call(api.category.allSubcategories),
    ])
    const categories = all.map(({ id, name }) => ({ id, name }))
    const rows = all
      .filter(({ products }) => products.length > 0)
      .map(({ products, ...category }) => ({ ...category, products: products.map(toCard) }))
    return { categories, subcategories, rows }
  })
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const root = rootOf(matches)
  return [
    ...pageMeta(matches, {
      title: `${root?.brandName ?? ''}: The Green Choice of India!`,
      description: 'Eco-friendly and sustainable products: plastic-free, cruelty-free and made in India.',
      path: paths.home,
    }),
    ...(root ? [{ 'script:ld+json': shopData(root) }] : []),
  ]
}

export default function HomePage() {
  const { categories, subcategories, rows } = useLoaderData<typeof loader>()
  const { brandName } = useSettings()
  return (
    <>
      <h1 className="sr-only">{brandName}: eco-friendly and sustainable products, made in India</h1>
      <CategoryBar categories={categories} subcategories={subcategories} />
      <SubcategoryIcons subcategories={subcategories} />
      <div className="page-width mt-2 lg:mt-8">
        <Slideshow />
      </div>
      <div className="page-width mt-10 flex flex-col gap-12 sm:mt-14 sm:gap-16">
        {rows.map(({ id, name, products }) => (
          <CategoryRow key={id} id={id} name={name} products={products} />
        ))}
        {rows.length === 0 && (
          <p className="py-10 text-center text-muted">
            The first products are on their way. Would you like to sell yours?{' '}
            <Link to={paths.registerSeller} className="text-forest underline underline-offset-4">
              Be a Seller
            </Link>
          </p>
        )}
      </div>
      <Values />
      <PlacedOrder />
    </>
  )
}
