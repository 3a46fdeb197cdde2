import { endTold } from '../../../contract/green-claim-list.ts'
import { dayInWords } from '../../../contract/day-in-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ToldClaim } from './queries.ts'

/** `reason` null: accepted. */
export const queueDecisionMail = (
  shop: Shop,
  tx: Tx,
  claim: ToldClaim,
  reason: string | null,
): Promise<void> =>
  tell(
    shop,
    tx,
    claim,
    reason === null
      ? {
          about: 'accepted',
          heading: 'Your claim is accepted',
          text: ['We have looked at your proof. The claim is on the pages of its products now.'],
        }
      : {
          about: 'refused',
          heading: 'Your claim is not accepted',
          text: [
            `Our team says: ${reason}`,
            'No page shows the claim. You can change it and hand it in again.',
          ],
        },
  )

export const queueReviewAgainMail = (
  shop: Shop,
  tx: Tx,
  claim: ToldClaim & { reason: string },
): Promise<void> =>
  tell(shop, tx, claim, {
    about: 'again',
    heading: 'We look at your claim again',
    text: [
      `${claim.reason}. Our team has accepted the claim for the product that was there before, and looks at it again.`,
      'Until then no page shows the claim.',
    ],
  })

export const queueEndingMail = (shop: Shop, tx: Tx, claim: ToldClaim & { days: number }): Promise<void> =>
  tell(shop, tx, claim, {
    about: `ends-in-${claim.days <= endTold.again ? endTold.again : endTold.first}`,
    heading: 'A proof of yours ends soon',
    text: [
      `The proof of this claim ${claim.days === 0 ? 'ends today' : `is valid for ${claim.days} more ${claim.days === 1 ? 'day' : 'days'}`}, then it leaves all pages. Renew it with the new certificate: the claim stays until the new one is accepted.`,
    ],
  })

export const queueExpiredMail = (shop: Shop, tx: Tx, claim: ToldClaim): Promise<void> =>
  tell(shop, tx, claim, {
    about: 'expired',
    heading: 'A claim of yours has ended',
    text: [
      'The last day of its proof is over, and no page shows it any more. Renew it once you have a new proof.',
    ],
  })

async function tell(
  shop: Shop,
  tx: Tx,
  claim: ToldClaim,
  { about, heading, text }: { about: string; heading: string; text: string[] },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id: `green-claim-${about}-${claim.id}-${claim.version}`,
    to: claim.email,
    subject: `${heading} - ${brandName}`,
    heading,
    paragraphs: [`Hello ${claim.company},`, ...text],
    rows: [
      ['Claim', claim.wording],
      claim.expiresOn !== null && [
        'Valid until',
        `${dayInWords(claim.expiresOn)} ${claim.expiresOn.slice(0, 4)}`,
      ],
    ],
    link: { label: 'See your claim', url: `${publicUrl}/green-claims/${claim.id}` },
  })
}
