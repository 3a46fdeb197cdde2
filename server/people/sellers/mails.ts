/** Texts of the mails about a change of a seller's name or bank details, and about their approval. */
import type { ApprovalState } from '../../../contract/seller-approval.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/**
 * Tells a seller what was changed, because an intruder may have done it. The token is behind the '#' of the link: browsers do not
 * send that part, so no log has it.
 */
export async function queueDetailsChangedMail(
  shop: Shop,
  tx: Tx,
  {
    to,
    token,
    until,
    changed,
  }: { to: string; token: string; until: Date; changed: { name: boolean; bank: boolean } },
): Promise<void> {
  const { brandName, supportEmail, publicUrl } = shop.config
  const what = changed.bank
    ? changed.name
      ? 'business details and bank details'
      : 'bank details'
    : 'business details'
  await queueMail(shop, tx, {
    // Of its own: a change of the name, before or after, must neither delay nor replace what tells of the bank account.
    notice: changed.bank ? 'bank-changed' : 'details-changed',
    to,
    subject: `Your ${what} were changed - ${brandName}`,
    heading: `Your ${what} were changed`,
    paragraphs: [
      `The ${what} of your seller account were changed a moment ago.`,
      `If it was you, there is nothing to do: payouts go on after ${timeFormat.format(until)}.`,
      'If it was not you, stop your payouts now. This also logs your account out everywhere, and our team looks into it.',
    ],
    link: { label: 'This was not me', url: new URL(`/stop-payouts#${token}`, publicUrl).href },
    footer: `If the link does not work, please write to ${supportEmail} at once.`,
  })
}

/** `reason` null: approved. */
export async function queueApprovalMail(
  shop: Shop,
  tx: Tx,
  seller: {
    id: string
    version: number
    email: string
    company: string
    opens: boolean
    reason: string | null
  },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const approved = seller.reason === null
  const heading = approved
    ? seller.opens
      ? 'Your shop is open'
      : 'We have checked your business'
    : 'Your shop is not approved'
  await queueMail(shop, tx, {
    id: `seller-${approved ? 'approved' : 'refused'}-${seller.id}-${seller.version}`,
    to: seller.email,
    subject: `${heading} - ${brandName}`,
    heading,
    paragraphs: [
      `Hello ${seller.company},`,
      ...(approved
        ? [
            seller.opens
              ? 'We have seen your documents. Your products are on sale now.'
              : 'We have checked your business as it is in your profile. Buyers see the badge "Verified seller" on your page.',
          ]
        : [
            `Our team says: ${seller.reason}`,
            `Your products are not on sale${seller.opens ? '' : ' any more'}. You can send your documents to us.`,
          ]),
    ],
    link: approved
      ? { label: 'Go to your products', url: `${publicUrl}/manage-products` }
      : { label: 'Send the documents', url: `${publicUrl}/seller-approval` },
  })
}

/** Their documents are of somebody else: the shop is closed until somebody has seen new ones. */
export async function queueShopClosedMail(
  shop: Shop,
  tx: Tx,
  seller: { id: string; version: number; email: string; company: string; approval: ApprovalState },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  const heading = 'Your shop is closed until we have checked your new details'
  await queueMail(shop, tx, {
    id: `seller-closed-${seller.id}-${seller.version}`,
    to: seller.email,
    subject: `${heading} - ${brandName}`,
    heading,
    paragraphs: [
      `Hello ${seller.company},`,
      'The GST number in your profile has another PAN. That is another person or company than the one we approved, so your products are not on sale at present. Orders and payouts go on.',
      seller.approval === 'submitted'
        ? 'We look at the documents that you sent, and tell you by mail. If they do not show the new number, please send new ones.'
        : 'Please send the documents of the new number. We look at them and tell you by mail.',
    ],
    link: { label: 'Send the documents', url: `${publicUrl}/seller-approval` },
  })
}
