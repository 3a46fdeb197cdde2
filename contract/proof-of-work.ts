/**
 * A proof of work: where wrong guesses from many people's common address are too many, a browser computes for some seconds instead of
 * being refused. The server sends a challenge under the field `proofOfWork` of a 429; the call is repeated with the solution in a header.
 */
export const proofHeader = 'x-proof-of-work'
export const proofField = 'proofOfWork'

/** Several small pieces instead of one large: the time that they take varies less. 32,768 hashes on average. */
export const proofPieces = 8
export const proofBits = 12

/** Piece number `piece` is solved by a number for which SHA-256 of this text begins with `proofBits` zero bits. */
export const proofText = (challenge: string, piece: number, tried: number) => `${challenge}:${piece}:${tried}`

export const isProofHash = (firstFourBytes: number) => firstFourBytes >>> (32 - proofBits) === 0
