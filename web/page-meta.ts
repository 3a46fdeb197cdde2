/** Title, description, canonical address and preview of a page, in one shape for all pages. */
import type { MetaDescriptor } from 'react-router'
import type { RootData } from './settings.ts'

interface Page {
  /** Without the shop's name, which is put behind it. */
  title: string
  description?: string
  /** The page's one true path; pages without it are not for search engines. */
  path?: string
  /** A whole or root-relative address of a picture. */
  image?: string | undefined
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export function pageMeta(matches: Matches, { title, description, path, image }: Page): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const brand = root?.brandName ?? ''
  const whole = brand && !title.startsWith(brand) ? `${title} | ${brand}` : title
  const meta: MetaDescriptor[] = [
    { title: whole },
    { property: 'og:title', content: title },
    { property: 'og:site_name', content: brand },
  ]
  if (description)
    meta.push(
      { name: 'description', content: description },
      { property: 'og:description', content: description },
    )
  if (image && root) meta.push({ property: 'og:image', content: new URL(image, root.origin).href })
  if (path === undefined) meta.push({ name: 'robots', content: 'noindex' })
  else if (root) meta.push({ tagName: 'link', rel: 'canonical', href: root.origin + path })
  return meta
}

/** Text cut at a word for a description of search results. */
export function excerpt(text: string, length = 155): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length).replace(/\s\S*$/, '')}…`
}
