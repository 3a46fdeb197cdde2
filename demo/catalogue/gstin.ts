const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The check character that belongs to the first 14 characters of a GSTIN. */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0
  for (let position = 0; position < 14; position += 1) {
    const product = alphabet.indexOf(first14.charAt(position)) * (position % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet.charAt((36 - (sum % 36)) % 36)
}
