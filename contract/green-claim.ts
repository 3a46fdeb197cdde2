/** Green claims: a seller's own ones, their documents, and what product pages show of them. */
import { z } from 'zod'
import { dayOr, documentKey, storable } from './fields.ts'
import {
  coverCodes,
  type Covers,
  evidenceCodes,
  type EvidenceKind,
  evidenceKinds,
  greenClaimStates,
  kindsFor,
  type Wording,
  wordingCodes,
  wordings,
} from './green-claim-list.ts'

/** The form sends '' for what is left empty. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .refine(storable, 'This text has characters that cannot be stored.')
    .default('')

/** Without a name or password before the host. */
const httpsAddress = /^https:\/\/[a-z0-9][a-z0-9.-]{0,252}(?::\d{1,5})?(?:[/?#][^\s"'<>`\\]{0,400})?$/i

const issuedDay = dayOr('Please give the day on which the proof was issued.')

export const greenClaimBody = z
  .object({
    code: z.enum([...wordingCodes, 'free'], { error: 'Please choose what you say.' }),
    /** Of a free claim. */
    wording: optional(80),
    covers: z.enum(coverCodes, { error: 'Please choose what it is about.' }),
    part: optional(80),
    evidenceKind: z.enum(evidenceCodes, { error: 'Please choose the kind of proof.' }),
    issuer: optional(120),
    number: optional(60),
    issuedOn: issuedDay,
    expiresOn: z
      .union([z.literal(''), dayOr('Please give a day.')], { error: 'Please give a day.' })
      .default(''),
    document: z.union([z.literal(''), documentKey()]).default(''),
    link: optional(500),
  })
  .superRefine((claim, context) => {
    for (const [field, words] of Object.entries(problemsOf(claim)))
      context.addIssue({ code: 'custom', path: [field], message: words })
  })
export type GreenClaimInput = z.output<typeof greenClaimBody>

/** What the register says against a claim, by field. */
function problemsOf(claim: {
  code: keyof typeof wordings | 'free'
  wording: string
  covers: Covers
  part: string
  evidenceKind: keyof typeof evidenceKinds
  issuer: string
  number: string
  issuedOn: string
  expiresOn: string
  link: string
}): Record<string, string> {
  const found: Record<string, string> = {}
  const kind: EvidenceKind = evidenceKinds[claim.evidenceKind]
  const wording: Wording | null = claim.code === 'free' ? null : wordings[claim.code]
  if (wording === null && claim.wording === '') found.wording = 'Please write what you say.'
  if (wording && !wording.covers.includes(claim.covers))
    found.covers = `'${wording.wording}' cannot be about this.`
  if (claim.covers === 'part' && claim.part === '') found.part = 'Please name the part.'
  if (!kindsFor(claim.code).includes(claim.evidenceKind))
    found.evidenceKind = `A ${kind.name} does not prove '${wording?.wording}'.`
  const declared = claim.evidenceKind === 'own-declaration'
  if (!declared && claim.issuer === '') found.issuer = 'Please say who issued the proof.'
  if (kind.number && !kind.number.pattern.test(claim.number))
    found.number = `Please write the number as on the certificate, such as ${kind.number.example}.`
  if (kind.ends && claim.expiresOn === '') found.expiresOn = 'Please give the last day of the proof.'
  if (claim.expiresOn !== '' && claim.expiresOn < claim.issuedOn)
    found.expiresOn = 'The proof ends before it was issued.'
  if (claim.link !== '' && !httpsAddress.test(claim.link))
    found.link = 'Please give an address that begins with https://.'
  return found
}

const shownDocument = z.object({ url: z.string(), type: z.enum(['pdf', 'picture']) })

/** A proven claim as a product page shows it: in ready words, so that the scripts of visitors have none of them. */
export const shownGreenClaim = z.object({
  wording: z.string(),
  covers: z.string(),
  /** What it means, who says so, the proof with its number, and its days. */
  lines: z.array(z.string()),
  /** The last day. */
  until: z.string().nullable(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
})
export type ShownGreenClaim = z.output<typeof shownGreenClaim>

/** How many claims there are in each state, for everybody. */
export const claimFigures = z.object({
  accepted: z.number().int(),
  waiting: z.number().int(),
  refused: z.number().int(),
  expired: z.number().int(),
})
export type ClaimFigures = z.output<typeof claimFigures>

/** What the seller and those who review it see of a claim. */
export const greenClaimFields = {
  id: z.string(),
  state: z.enum(greenClaimStates),
  /** Null for free wording. */
  code: z.string().nullable(),
  wording: z.string(),
  covers: z.enum(coverCodes),
  part: z.string().nullable(),
  evidenceKind: z.string(),
  issuer: z.string(),
  number: z.string().nullable(),
  issuedOn: z.string(),
  expiresOn: z.string().nullable(),
  document: shownDocument.extend({ key: z.string() }).nullable(),
  documentShown: z.boolean(),
  link: z.string().nullable(),
  reason: z.string().nullable(),
  stateAt: z.iso.datetime(),
  /** The accepted claim that this one replaces once it is accepted. */
  replaces: z.string().nullable(),
  products: z.number().int(),
  /** It rises with every change. */
  version: z.number().int(),
  steps: z.array(
    z.object({ state: z.enum(greenClaimStates), reason: z.string().nullable(), at: z.iso.datetime() }),
  ),
}
export const ownGreenClaim = z.object(greenClaimFields)
export type OwnGreenClaim = z.output<typeof ownGreenClaim>
