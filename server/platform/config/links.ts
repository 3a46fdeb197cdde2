/** Settings of the addresses outside the shop that its footer links to (specification §2). */
import type { z } from 'zod'
import type { OutsideLink } from '../../../contract/settings.ts'
import { url } from './formats.ts'

const outside = (example: string) => url(/^https$/, example).optional()

export const linkSettings = {
  BULK_FORM_URL: outside('https://forms.example/bulk'),
  AFFILIATE_FORM_URL: outside('https://forms.example/affiliates'),
  FACEBOOK_URL: outside('https://www.facebook.com/your-page'),
  INSTAGRAM_URL: outside('https://www.instagram.com/your-page'),
  LINKEDIN_URL: outside('https://www.linkedin.com/company/your-page'),
  X_URL: outside('https://x.com/your-page'),
  YOUTUBE_URL: outside('https://www.youtube.com/@your-page'),
}

/** The setting of each link. */
const linkSettingNames = {
  bulkForm: 'BULK_FORM_URL',
  affiliateForm: 'AFFILIATE_FORM_URL',
  facebook: 'FACEBOOK_URL',
  instagram: 'INSTAGRAM_URL',
  linkedin: 'LINKEDIN_URL',
  x: 'X_URL',
  youtube: 'YOUTUBE_URL',
} as const satisfies Record<OutsideLink, keyof typeof linkSettings>

/** Links that the specification names. The others may stay placeholders. */
const expected: readonly OutsideLink[] = ['bulkForm', 'affiliateForm', 'facebook', 'instagram', 'linkedin']

export interface LinkConfig {
  /** A link without an address is shown as a placeholder. */
  outsideLinks: Partial<Record<OutsideLink, string>>
}

export function readLinks(values: z.output<z.ZodObject<typeof linkSettings>>): LinkConfig {
  const links = Object.entries(linkSettingNames).flatMap(([link, setting]) =>
    values[setting] === undefined ? [] : [[link, values[setting]]],
  )
  return { outsideLinks: Object.fromEntries(links) as LinkConfig['outsideLinks'] }
}

/** The settings of links that should have an address and have none. */
export function missingLinks({ outsideLinks }: LinkConfig): string[] {
  return expected.filter((link) => outsideLinks[link] === undefined).map((link) => linkSettingNames[link])
}
