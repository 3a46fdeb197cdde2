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

const isDeclared = ({ kind }: ShownRow) => kind === 'own-declaration'

export function toShownClaim(row: ShownRow): ShownGreenClaim {
  const { issuer, number, issuedOn, expiresOn, documentKey, link } = row
  const proof = evidenceKinds[row.kind].name
  return {
    wording: row.wording,
    covers: coverText(row.covers, row.part),
    lines: [
      ...(row.code === null ? [] : [wordings[row.code as WordingCode].means]),
      `${isDeclared(row) ? 'Declared' : 'Certified'} by ${issuer}`,
      number === null ? proof : `${proof}, ${number}`,
      expiresOn === null
        ? `Since ${dayWords(issuedOn)}`
        : `Valid from ${dayWords(issuedOn)} until ${dayWords(expiresOn)}`,
    ],
    until: expiresOn,
    links: [
      ...(documentKey === null
        ? []
        : [{ label: 'See the document', url: `/api/v1/public/green-claims/${row.id}/document` }]),
      ...(link === null ? [] : [{ label: 'See the proof at its issuer', url: link }]),
      { label: 'How we check claims', url: '/how-we-check-claims' },
    ],
  }
}

/** Properties of a Product of schema.org: a certificate as such, what only the seller declares as a property. */
export function toClaimsData(rows: readonly ShownRow[]): Record<string, unknown> {
  const nameOf = (row: ShownRow) => `${row.wording} (${coverText(row.covers, row.part)})`
  const certified = rows.filter((row) => !isDeclared(row))
  const declared = rows.filter(isDeclared)
  return {
    ...(certified.length > 0 && {
      hasCertification: certified.map((row) => ({
        '@type': 'Certification',
        name: nameOf(row),
        issuedBy: { '@type': 'Organization', name: row.issuer },
        ...(row.number !== null && { certificationIdentification: row.number }),
        datePublished: row.issuedOn,
        ...(row.expiresOn !== null && { expires: row.expiresOn }),
      })),
    }),
    ...(declared.length > 0 && {
      additionalProperty: declared.map((row) => ({
        '@type': 'PropertyValue',
        name: 'Declared by the seller',
        value: nameOf(row),
      })),
    }),
  }
}
