/** Barcode Code 128, character set B (ISO/IEC 15417): alternating widths of bars and gaps, beginning with a bar. */

// The pattern of each value: three bars and three gaps that are eleven modules wide together.
const PATTERNS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
const START_B = 104
const STOP = '2331112'

/** Returns the width of each bar and gap in modules. Throws for characters outside ASCII 32 to 126. */
export function code128(text: string): number[] {
  const values = Array.from(text, (character) => (character.codePointAt(0) ?? 0) - 32)
  if (values.some((value) => value < 0 || value > 94))
    throw new Error('Code 128 B holds printable ASCII only')
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), START_B) % 103
  const pattern = (value: number) => PATTERNS.slice(value * 6, value * 6 + 6)
  return Array.from([START_B, ...values, check].map(pattern).join('') + STOP, Number)
}
