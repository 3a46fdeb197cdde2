/** Public settings of the shop that every page needs, and settings for picture uploads. Nothing secret. */
import { z } from 'zod'
import { endpoint, teamAreas } from './endpoint.ts'

const address = z.string().optional()
/** Addresses of the footer's links that lead out of the shop; its operator gives them. */
const outsideLinks = z.object({
  bulkForm: address,
  affiliateForm: address,
  facebook: address,
  instagram: address,
  linkedin: address,
  x: address,
  youtube: address,
})
export type OutsideLink = keyof z.output<typeof outsideLinks>

export const settingsReply = z.object({
  brandName: z.string(),
  supportEmail: z.string(),
  /** The domain of careers@ and hello@. */
  companyEmailDomain: z.string(),
  /** The business behind the shop; null until its operator names it. */
  legal: z.object({ name: z.string(), address: z.string(), grievanceOfficer: z.string() }).nullable(),
  /** The contact form sends its messages to the desk that answers complaints, too. */
  contactFormToDesk: z.boolean(),
  /** Only the links that have an address. */
  outsideLinks,
  /** What a purchase pays for delivery, in words; left out where delivery is in the prices. */
  delivery: z.string().optional(),
  /** The public key id and the checkout script of the payment provider. */
  payment: z.object({ keyId: z.string(), scriptUrl: z.string() }),
  /** Banner at the top of every page of a rehearsal; null in any other shop. */
  rehearsal: z.string().nullable(),
  /** The page with the sent e-mails of a demo shop; null in production and where e-mails are really sent. */
  mailboxUrl: z.string().nullable(),
})
export type Settings = z.output<typeof settingsReply>

export const onlyPictures = 'Only SVG, PNG, JPG, or GIF files are allowed.'

export const uploadSettings = z.object({
  /** Replies with `{secure_url}`; may be at another host. */
  url: z.string(),
  preset: z.string(),
  maxBytes: z.number().int(),
  maxImages: z.number().int(),
  types: z.array(z.string()),
})

export type UploadSettings = z.output<typeof uploadSettings>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/public/settings',
    roles: ['visitor'],
    summary: "The shop's name, e-mail addresses and public payment settings.",
    reply: settingsReply,
  }),
  upload: endpoint({
    method: 'GET',
    path: '/private/media/upload-settings',
    roles: ['SELLER', 'ADMIN'],
    areas: teamAreas,
    duties: ['catalogue'],
    summary:
      'Where to upload pictures, as multipart with `file` and `upload_preset`, and which files are accepted.',
    reply: uploadSettings,
  }),
}
