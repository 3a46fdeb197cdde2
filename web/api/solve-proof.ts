/** Solves a proof of work that the server asks for (contract/proof-of-work.ts): some seconds on a slow phone. */
import { isProofHash, proofPieces, proofText } from '../../contract/proof-of-work.ts'

/** Between two batches the page can react. */
const batch = 256

/** The text of the header with which the call is repeated. */
export async function solveProof(challenge: string): Promise<string> {
  const numbers: number[] = []
  for (let piece = 0; piece < proofPieces; piece += 1) numbers.push(await solvePiece(challenge, piece))
  return `${challenge}~${numbers.join(',')}`
}

async function solvePiece(challenge: string, piece: number): Promise<number> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += batch) {
    const found = await Promise.all(
      Array.from({ length: batch }, async (_, i) => {
        const hash = await crypto.subtle.digest(
          'SHA-256',
          encoder.encode(proofText(challenge, piece, from + i)),
        )
        return isProofHash(new DataView(hash).getUint32(0))
      }),
    )
    const index = found.indexOf(true)
    if (index >= 0) return from + index
  }
}
