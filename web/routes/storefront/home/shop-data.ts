/** The shop and its search for search engines (schema.org, a JSON-LD data block). */
import { paths } from '../../../paths.ts'
import type { RootData } from '../../../settings.ts'

export function shopData({ origin, brandName, supportEmail }: RootData): Record<string, unknown> {
  const home = origin + paths.home
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': `${home}#shop`, name: brandName, url: home, email: supportEmail },
      {
        '@type': 'WebSite',
        name: brandName,
        url: home,
        publisher: { '@id': `${home}#shop` },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}${paths.search('')}{search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}
