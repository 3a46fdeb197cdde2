/** The pages that most measurements use: home, a category, a product. */
export async function publicPages(url: string): Promise<readonly (readonly [name: string, path: string])[]> {
  const answer = async (path: string) =>
    (await (await fetch(`${url}/api/v1/public${path}`)).json()) as { id: string | number }[]
  const [category] = await answer('/category/all')
  const [product] = await answer(`/product/category/${category?.id}`)
  return [
    ['home', '/'],
    ['category', `/products/category/${category?.id}`],
    ['product', `/product/${product?.id}`],
  ]
}
