/** Turns rows of green claims into replies. */
import type { AdminGreenClaim } from '../../../contract/admin-green-claims.ts'
import type { OwnGreenClaim, ShownGreenClaim } from '../../../contract/green-claim.ts'
import {
  coverText,
  type Covers,
  type EvidenceCode,
  evidenceKinds,
  type WordingCode,
  wordings,
} from '../../../contract/green-claim-list.ts'
import { documentType } from '../../platform/media/private-document.ts'
import type { ClaimRow, ReviewRow } from './queries.ts'

export function toOwnClaim(row: ClaimRow): OwnGreenClaim {
  return {
    id: row.id,
    state: row.state,
    code: row.code,
    wording: row.wording,
    covers: row.covers,
    part: row.part,
    evidenceKind: row.evidenceKind,
    issuer: row.issuer,
    number: row.number,
    issuedOn: row.issuedOn,
    expiresOn: row.expiresOn,
    document:
      row.documentKey === null
        ? null
        : {
            key: row.documentKey,
            url: `/api/v1/private/green-claim-documents/${row.documentKey}`,
            type: documentType(row.documentKey),
          },
    documentShown: row.documentShown,
    link: row.link,
    reason: row.reason,
    stateAt: row.stateAt.toISOString(),
    replaces: row.replaces,
    products: row.products,
    version: row.version,
    steps: row.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() })),
  }
}

export function toAdminClaim(row: ReviewRow): AdminGreenClaim {
  return {
    ...toOwnClaim(row),
    productNames: row.productNames,
    seller: { company: row.company, email: row.email },
  }
}

/** A row of `shown_green_claim` as JSON. */
export interface ShownRow {
  id: string
  code: string | null
  wording: string
  covers: Covers
  part: string | null
  kind: EvidenceCode
  issuer: string
  number: string | null
  issuedOn: string
  expiresOn: string | null
  documentKey: string | null
  link: string | null
}

const inWords = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })
const dayWords = (day: string) => inWords.format(new Date(day))

const validityOf = ({ issuedOn, expiresOn }: Pick<ShownRow, 'issuedOn' | 'expiresOn'>): string =>
  expiresOn === null ? `Since ${dayWords(issuedOn)}` : `${dayWords(issuedOn)} to ${dayWords(expiresOn)}`

export function toShownClaim(row: ShownRow): ShownGreenClaim {
  return {
    wording: row.wording,
    means: row.code === null ? null : wordings[row.code as WordingCode].means,
    covers: coverText(row.covers, row.part),
    proof: evidenceKinds[row.kind].name,
    issuer: row.issuer,
    declared: row.kind === 'own-declaration',
    number: row.number,
    issuedOn: row.issuedOn,
    until: row.expiresOn,
    validity: validityOf(row),
    document:
      row.documentKey === null
        ? null
        : { url: `/api/v1/public/green-claims/${row.id}/document`, type: documentType(row.documentKey) },
    link: row.link,
  }
}
