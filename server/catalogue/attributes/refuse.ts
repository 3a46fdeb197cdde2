/** Turns what the database refuses of attributes into words, and throws it. */
import { tooManyAttributes, valueGone } from '../../../contract/attribute.ts'
import { attributeLimits } from '../../../contract/catalogue-limits.ts'
import { Refusal } from '../../platform/refusal.ts'

const constraintOf = (error: unknown) => (error as { constraint?: string }).constraint ?? ''

/** Constraints of the attributes of a product, in words for its seller. */
const ofProduct: Record<string, string> = {
  product_attribute_value: valueGone,
  product_attribute_attribute_id_fkey: valueGone,
  product_attribute_kind: valueGone,
  product_attribute_single: 'One of the attributes can have one value only.',
  product_attribute_max: tooManyAttributes,
}

export function refuseProductAttributes(error: unknown): never {
  const words = ofProduct[constraintOf(error)]
  if (words) throw new Refusal('invalid', words, { fields: { attributes: words } })
  throw error
}

/** Constraints of the attributes themselves, in words for administrators. */
const ofAttribute: Record<string, { words: string; field?: string }> = {
  attribute_name_once: { words: 'There is an attribute of this name already.', field: 'name' },
  attribute_max: {
    words: `There are ${attributeLimits.attributesMax} attributes, and there cannot be more.`,
  },
  category_attribute_max: {
    words: `A category can ask for ${attributeLimits.attributesOfCategoryMax} attributes at most.`,
    field: 'categoryIds',
  },
  attribute_value_name_once: { words: 'The attribute has a value of this name already.', field: 'name' },
  attribute_value_of_choice: { words: 'An attribute with numbers has no values to choose from.' },
  attribute_value_max: {
    words: `An attribute has ${attributeLimits.attributeValuesMax} values at most. Merge some of them first.`,
  },
}

export function refuseAttribute(error: unknown): never {
  const refused = ofAttribute[constraintOf(error)]
  if (!refused) throw error
  const { words, field } = refused
  throw new Refusal('conflict', words, field ? { fields: { [field]: words } } : undefined)
}
