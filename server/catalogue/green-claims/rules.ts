/** Decisions about green claims on plain values. */
import type { GreenClaimInput } from '../../../contract/green-claim.ts'
import { wordings } from '../../../contract/green-claim-list.ts'
import { greenClaimLimits } from '../../../contract/catalogue-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WrittenClaim } from './queries.ts'

/** What is stored of a form that the contract has checked against the register. */
export function writtenClaim(input: GreenClaimInput): WrittenClaim {
  const orNull = (text: string) => (text === '' ? null : text)
  const declared = input.evidenceKind === 'own-declaration'
  return {
    code: input.code === 'free' ? null : input.code,
    wording: input.code === 'free' ? input.wording : wordings[input.code].wording,
    covers: input.covers,
    part: input.covers === 'part' ? input.part : null,
    evidenceKind: input.evidenceKind,
    issuer: declared ? null : input.issuer,
    number: declared ? null : orNull(input.number),
    issuedOn: input.issuedOn,
    expiresOn: orNull(input.expiresOn),
    documentKey: orNull(input.document),
    link: orNull(input.link),
  }
}

/** What the database refuses (0031-catalogue-green-claims.sql), in words for people. */
const refusals: Record<string, string> = {
  green_claim_moves: 'This claim was decided, withdrawn or has ended meanwhile. Please reload the page.',
  green_claim_as_reviewed: 'This claim is not a draft any more. Renew it to change it or to add products.',
  green_claim_in_time: 'The proof is not valid today: please check its two days.',
  green_claim_has_products: 'Please choose at least one product first.',
  green_claim_proof: 'Please add the document or a link to it first.',
  green_claim_max: `An account can have ${greenClaimLimits.greenClaimsMax} claims. Withdraw those that you do not need any more.`,
  green_claim_product_max: `A claim can have ${greenClaimLimits.greenClaimProductsMax} products. Please write a second claim for the others.`,
  green_claim_successor: 'There is a draft already that renews this claim.',
}

/** Rejects with the refusal in words where the database has refused. */
export async function asRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const words = refusals[(error as { constraint?: string }).constraint ?? '']
    throw words === undefined ? error : new Refusal('conflict', words)
  }
}
