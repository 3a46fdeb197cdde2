import type { ReadField } from '../../../contract/green-words.ts'

/** The texts of a listing that are read for green words. */
export const readFieldWords: Record<ReadField, string> = {
  name: 'Name',
  description: 'Description',
  details: 'Details',
  imageTexts: 'Texts of images',
}
