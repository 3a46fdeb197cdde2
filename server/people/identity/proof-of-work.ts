/** Challenges are signed and not stored; a solution is good once, for one e-mail and five minutes (contract/proof-of-work.ts). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isProofHash, proofPieces, proofText } from '../../../contract/proof-of-work.ts'
import type { Shop } from '../../platform/shop.ts'
import { tryConsumeLimit } from './rate-limits.ts'

const seconds = 300
const purpose = 'proof-of-work'
const signedText = (email: string, endsAt: string, nonce: string) => `${email}:${endsAt}:${nonce}`

export function makeChallenge(shop: Shop, email: string): string {
  const endsAt = (Date.now() + seconds * 1_000).toString(36)
  const nonce = randomBytes(16).toString('base64url')
  const mac = shop.secrets.keyedHash(purpose, signedText(email, endsAt, nonce)).toString('base64url')
  return `${endsAt}.${nonce}.${mac}`
}

const solutionForm = /^([a-z0-9]{1,12})\.([\w-]{22})\.([\w-]{43})~(\d{1,10}(?:,\d{1,10}){7})$/

/** True for the first use of a right solution. */
export async function redeemProof(shop: Shop, email: string, solution: string | undefined): Promise<boolean> {
  const [, endsAt = '', nonce = '', mac = '', numbers = ''] = solutionForm.exec(solution ?? '') ?? []
  if (nonce === '' || parseInt(endsAt, 36) < Date.now()) return false
  const given = Buffer.from(mac, 'base64url')
  const ours = shop.secrets
    .keyedHashes(purpose, signedText(email, endsAt, nonce))
    .some((hash) => hash.length === given.length && timingSafeEqual(hash, given))
  return (
    ours &&
    isSolved(`${endsAt}.${nonce}.${mac}`, numbers.split(',')) &&
    tryConsumeLimit(shop.db, [{ key: `proof:${nonce}`, max: 1, seconds }])
  )
}

const isSolved = (challenge: string, numbers: readonly string[]) =>
  numbers.length === proofPieces &&
  numbers.every((number, piece) => {
    const text = proofText(challenge, piece, Number(number))
    return isProofHash(createHash('sha256').update(text).digest().readUInt32BE(0))
  })
