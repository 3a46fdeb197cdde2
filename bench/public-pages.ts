/** The paths of the pages that browsers measure. */
export async function publicPages(url: string): Promise<Record<string, string>> {
  const answer = async (path: string) =>
    (await (await fetch(`${url}/api/v1/public${path}`)).json()) as { id: string | number }[]
  const [category] = await answer('/category/all')
  const [product] = await answer(`/product/category/${category?.id}`)
  return { home: '/', category: `/products/category/${category?.id}`, product: `/product/${product?.id}` }
}
