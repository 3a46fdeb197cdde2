/** Breadcrumbs for search engines (schema.org). */

/** A JSON-LD block of its own with the breadcrumbs. */
export function breadcrumbBlock(
  origin: string,
  steps: readonly { name: string; path: string }[],
): Record<string, unknown> {
  return { '@context': 'https://schema.org', ...breadcrumbData(origin, steps) }
}

export function breadcrumbData(
  origin: string,
  steps: readonly { name: string; path: string }[],
): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  }
}
