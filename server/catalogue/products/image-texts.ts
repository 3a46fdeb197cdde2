/** What sellers say is to be seen on the pictures of a product. */
import { textsForImages } from '../../../contract/seller-product.ts'
import { Refusal } from '../../platform/refusal.ts'

export interface StoredPictures {
  /** Stored addresses, main one first. */
  images: readonly string[]
  /** By the stored address; a picture without a text has no entry. */
  imageTexts: Readonly<Record<string, string>>
}

/** In the order of the pictures, '' where there is none. */
export const textsOf = ({ images, imageTexts }: StoredPictures): string[] =>
  images.map((image) => imageTexts[image] ?? '')

/** As one text with a line for each picture. */
export const linesOf = (pictures: StoredPictures): string => textsOf(pictures).join('\n')

/** `texts` are in the order of `images`; undefined: those of `before` that stay keep theirs. Refuses: invalid for another number. */
export function withTexts(
  images: readonly string[],
  texts: readonly string[] | undefined,
  before: StoredPictures['imageTexts'] = {},
): StoredPictures {
  if (texts && texts.length !== images.length)
    throw new Refusal('invalid', textsForImages, { fields: { imageTexts: textsForImages } })
  const entries = images.map((image, place) => [image, texts ? texts[place] : before[image]])
  return { images, imageTexts: Object.fromEntries(entries.filter(([, text]) => text)) }
}
