/**
 * The register of green claims as data: what may be said of a product, what that means, what it may be about, and which kinds of
 * evidence prove it. A new wording or kind is one entry here. What a kind proves follows the Guidelines on Greenwashing of 15
 * October 2024: a specific claim needs a certificate or a test, never the seller's word alone. A lawyer has to confirm the list.
 */

/** What a claim is about, as product pages say it. */
export const coverWords = {
  product: 'The whole product',
  part: 'A part of the product',
  packaging: 'The packaging',
  making: 'How it is made',
  use: 'How it is used',
  disposal: 'How it is disposed of',
} as const
export type Covers = keyof typeof coverWords

export interface Wording {
  wording: string
  /** In plain words, for sellers, for those who review and for buyers. */
  means: string
  covers: readonly Covers[]
}

export const wordings = {
  'plastic-free': {
    wording: 'Plastic-free',
    means: 'No plastic in what is named: none in linings, coatings, bristles, threads or glue either.',
    covers: ['product', 'part'],
  },
  'plastic-free-packaging': {
    wording: 'Plastic-free packaging',
    means: 'No plastic in box, filling, tape, label or window.',
    covers: ['packaging'],
  },
  compostable: {
    wording: 'Compostable',
    means: 'It turns to compost under the conditions of the standard that the proof names.',
    covers: ['product', 'part', 'packaging', 'disposal'],
  },
  recyclable: {
    wording: 'Recyclable',
    means: 'It is collected and recycled in India today, as one material.',
    covers: ['product', 'part', 'packaging', 'disposal'],
  },
  'recycled-material': {
    wording: 'Made of recycled material',
    means: 'What is named consists of recycled material, in the share that the proof says.',
    covers: ['product', 'part', 'packaging'],
  },
  'organic-cotton': {
    wording: 'Organic cotton',
    means: 'The cotton was grown to an organic standard and traced from field to fabric.',
    covers: ['product', 'part'],
  },
  'organic-ingredients': {
    wording: 'Organic ingredients',
    means: 'The farmed ingredients were grown to an organic standard.',
    covers: ['product', 'part'],
  },
  'cruelty-free': {
    wording: 'Cruelty-free',
    means: 'Neither the product nor its ingredients are tested on animals by anybody in the chain.',
    covers: ['product', 'making'],
  },
  'fsc-wood': {
    wording: 'FSC-certified wood or paper',
    means: 'The wood or paper comes from forests that are managed to the standard of the FSC.',
    covers: ['product', 'part', 'packaging'],
  },
  ecomark: {
    wording: 'Ecomark of India',
    means: 'The product meets the criteria of the Ecomark Rules for its category.',
    covers: ['product'],
  },
  'natural-dye': {
    wording: 'Natural dye',
    means: 'All colour comes from plants, minerals or insects.',
    covers: ['product', 'part', 'making'],
  },
  handmade: {
    wording: 'Handmade',
    means: 'People make it by hand or with tools that a hand moves.',
    covers: ['product', 'part', 'making'],
  },
  refillable: {
    wording: 'Refillable',
    means: 'The container is made to be filled again, and the refill is sold.',
    covers: ['product', 'packaging', 'use'],
  },
  'made-in-india': {
    wording: 'Made in India',
    means: 'It is made in India; the materials may come from elsewhere.',
    covers: ['product', 'making'],
  },
} as const satisfies Record<string, Wording>
export type WordingCode = keyof typeof wordings

export interface EvidenceKind {
  name: string
  /** Who issues it; a hint in the form. */
  issuer: string
  /** The wordings that it may prove. Free wording may have evidence of every kind and is decided by the review. */
  proves: readonly WordingCode[]
  /** The form of its numbers, and one as an example; null where it has none. */
  number: { pattern: RegExp; example: string } | null
  /** Whether it is valid until a day. */
  ends: boolean
}

/** Certifiers write their numbers in capitals, figures and a few signs, and change their form: the review looks each one up. */
const anyNumber = /^[A-Z0-9][A-Z0-9 ./-]{4,39}$/

export const evidenceKinds = {
  ecomark: {
    name: 'Ecomark licence',
    issuer: 'Central Pollution Control Board',
    proves: ['ecomark', 'recyclable', 'recycled-material'],
    number: { pattern: anyNumber, example: 'ECO/2026/00123' },
    ends: true,
  },
  gots: {
    name: 'GOTS scope certificate',
    issuer: 'An approved certification body of GOTS',
    proves: ['organic-cotton'],
    number: { pattern: anyNumber, example: 'CB-GOTS-2026-000123' },
    ends: true,
  },
  fsc: {
    name: 'FSC certificate or licence',
    issuer: 'An accredited certification body of the FSC',
    proves: ['fsc-wood', 'recycled-material'],
    number: { pattern: /^(?:FSC-C\d{6}|[A-Z]{2,6}-(?:COC|FM|FM\/COC|CW)-\d{6})$/, example: 'FSC-C123456' },
    ends: true,
  },
  npop: {
    name: 'India Organic (NPOP) certificate',
    issuer: 'A certification body accredited under NPOP',
    proves: ['organic-cotton', 'organic-ingredients'],
    number: { pattern: anyNumber, example: 'ORG/SC/2026/000123' },
    ends: true,
  },
  'is-17088': {
    name: 'IS/ISO 17088 certificate',
    issuer: 'Central Pollution Control Board',
    proves: ['compostable'],
    number: { pattern: anyNumber, example: 'CPCB/IS-17088/0123' },
    ends: true,
  },
  'leaping-bunny': {
    name: 'Leaping Bunny approval',
    issuer: 'Cruelty Free International',
    proves: ['cruelty-free'],
    number: { pattern: anyNumber, example: 'LB-2026-00123' },
    ends: true,
  },
  peta: {
    name: 'PETA cruelty-free listing',
    issuer: 'PETA',
    proves: ['cruelty-free'],
    number: null,
    ends: true,
  },
  'test-report': {
    name: 'Test report of a laboratory',
    issuer: 'An NABL-accredited laboratory',
    proves: [
      'plastic-free',
      'plastic-free-packaging',
      'compostable',
      'recyclable',
      'recycled-material',
      'natural-dye',
    ],
    number: { pattern: anyNumber, example: 'TC-5678-000123' },
    ends: true,
  },
  'own-declaration': {
    name: 'Declaration of the seller',
    issuer: 'The seller',
    proves: ['handmade', 'refillable', 'made-in-india'],
    number: null,
    ends: false,
  },
} as const satisfies Record<string, EvidenceKind>
export type EvidenceCode = keyof typeof evidenceKinds

/** Sellers are told so many days before the end of a proof, and once more. */
export const endTold = { first: 30, again: 7 } as const

export const wordingCodes = Object.keys(wordings) as WordingCode[]
export const evidenceCodes = Object.keys(evidenceKinds) as EvidenceCode[]
export const coverCodes = Object.keys(coverWords) as Covers[]

/** The kinds of evidence that may prove a wording; all of them for free wording. */
export const kindsFor = (code: WordingCode | 'free'): EvidenceCode[] =>
  evidenceCodes.filter(
    (kind) => code === 'free' || (evidenceKinds[kind] as EvidenceKind).proves.includes(code),
  )

export const greenClaimStates = [
  'drafted',
  'submitted',
  'accepted',
  'refused',
  'expired',
  'withdrawn',
] as const
export type GreenClaimState = (typeof greenClaimStates)[number]

/** As sellers and administrators read them. */
export const greenClaimStateWords: Record<GreenClaimState, string> = {
  drafted: 'Draft',
  submitted: 'In review',
  accepted: 'Accepted',
  refused: 'Not accepted',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** 'A part of the product: the handle'. */
export const coverText = (covers: Covers, part: string | null): string =>
  part === null ? coverWords[covers] : `${coverWords[covers]}: ${part}`
