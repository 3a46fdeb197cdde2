/** The meta elements of a page: title, description, canonical address, preview. */
import type { MetaDescriptor } from 'react-router'
import type { RootData } from '../settings.ts'
import shareImage from './share.jpg?url'

interface Page {
  /** Without the shop's name, which is appended. */
  title: string
  description?: string
  /** The canonical path; pages without it are not indexed. */
  path?: string
  /** The address of a picture, absolute or relative to the root. */
  image?: string | undefined
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export function rootOf(matches: Matches): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

export function pageMeta(matches: Matches, { title, description, path, image }: Page): MetaDescriptor[] {
  const root = rootOf(matches)
  const brand = root?.brandName ?? ''
  const whole = brand && !title.startsWith(brand) ? `${title} | ${brand}` : title
  const meta: MetaDescriptor[] = [{ title: whole }]
  if (description) meta.push({ name: 'description', content: description })
  if (path === undefined || !root) return [...meta, { name: 'robots', content: 'noindex' }]
  const address = root.origin + path
  const preview = {
    type: 'website',
    site_name: brand,
    locale: 'en_IN',
    url: address,
    title,
    ...(description && { description }),
    ...pictureOf(root.origin, image),
  }
  for (const [name, content] of Object.entries(preview))
    meta.push({ property: `og:${name.replace('_of_', ':')}`, content })
  return [
    ...meta,
    { name: 'twitter:card', content: 'summary_large_image' },
    { tagName: 'link', rel: 'canonical', href: address },
  ]
}

const ownStore = /\/media\/p\/[^/]+\/480\.webp$/

/**
 * Social networks reliably show JPEG and PNG: pictures of the shop's own store have a JPEG, and the shop has one for
 * all other pages.
 */
function pictureOf(origin: string, image: string | undefined): Record<string, string> {
  const own = image === undefined ? undefined : ownStore.exec(image)?.[0].replace('480.webp', '960.jpg')
  if (image !== undefined && own === undefined) return { image: new URL(image, origin).href }
  const [path, width, height] = own ? [own, '960', '960'] : [shareImage, '1200', '630']
  return { image: origin + path, image_of_type: 'image/jpeg', image_of_width: width, image_of_height: height }
}

/** The text as one line, cut at a word; for the description of a search result. */
export function excerpt(text: string): string {
  const length = 155
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length).replace(/\s\S*$/, '')}…`
}
