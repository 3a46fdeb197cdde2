/** Wrong passwords and codes, many of them. */
import { proofField, proofHeader } from '../../contract/proof-of-work.ts'
import { solveProof } from '../../web/api/solve-proof.ts'
import type { Answer, TestClient } from './client.ts'
import { browserAt } from './people.ts'
import type { TestShop } from './shop.ts'

/** What a browser or network reads that has no tries left for a code. */
export const locked = 'Too many wrong attempts. Please request a new OTP.'

/** The challenge of a refusal; undefined for a plain one. */
export const challengeIn = ({ body }: Answer): string | undefined => body?.fields?.[proofField]

/** The header with which a page repeats a refused call. */
export async function proofFor(answer: Answer): Promise<Record<string, string>> {
  const challenge = challengeIn(answer)
  if (!challenge) throw new Error(`no proof was asked for: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { [proofHeader]: await solveProof(challenge) }
}

/** Addresses of as many networks, which no other test uses. */
let networks = 0
export const anotherNetwork = () => `100.64.${(networks += 1) >> 8}.${networks & 255}`

/** A browser of a network of its own. */
export const elsewhere = (shop: TestShop): TestClient => browserAt(shop, anotherNetwork())
