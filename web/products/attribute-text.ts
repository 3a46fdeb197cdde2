import type { ShownAttribute } from '../../contract/attribute.ts'

/** 'Cotton, Jute' or '500 ml'. */
export const attributeText = ({ values, number, unit }: ShownAttribute): string =>
  number === null ? values.join(', ') : [number.toLocaleString('en-IN'), unit].filter(Boolean).join(' ')
