/** Wrong passwords and codes, many of them. */
import { proofField, proofHeader } from '../../contract/proof-of-work.ts'
import { solveProof } from '../../web/api/solve-proof.ts'
import type { Answer } from './client.ts'

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
