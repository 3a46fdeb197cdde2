/** The columns of a file of products: what an export has, what a template asks, and what an import reads. */
import { declarationLabels, type DeclarationField } from './declaration.ts'
import { limits } from './limits.ts'

/**
 * text: as it is typed; number, whole: numbers; code: digits or signs that a spreadsheet may have damaged; word: a short text that it
 * may have turned into a date.
 */
export type ColumnKind = 'text' | 'number' | 'whole' | 'code' | 'word'

export interface Column {
  heading: string
  kind: ColumnKind
  /** A new product cannot be without it. */
  needed?: true
  /** 'none' removes the value of a product. */
  removable?: true
  help: string
  /** In the row of examples of a template. */
  example: string
}

const declared = (field: DeclarationField, column: Omit<Column, 'heading' | 'removable'>): Column => ({
  heading: declarationLabels[field],
  removable: true,
  ...column,
})

/** In the order of an export. */
export const productColumns = {
  id: {
    heading: 'Product Id',
    kind: 'text',
    help: 'Written by an export. Leave it empty for a new product.',
    example: '',
  },
  sku: {
    heading: 'SKU',
    kind: 'word',
    removable: true,
    help: 'Your own number for the product. A row without Product Id changes the product with this SKU, or adds one.',
    example: 'EXAMPLE-1',
  },
  version: {
    heading: 'Version',
    kind: 'text',
    help: 'Written by an export: units that were sold since then are not put on sale again.',
    example: '',
  },
  name: { heading: 'Product Name', kind: 'text', needed: true, help: '', example: 'Neem Wood Comb' },
  category: {
    heading: 'Category',
    kind: 'text',
    needed: true,
    help: 'As the shop writes it.',
    example: '',
  },
  subcategory: {
    heading: 'Subcategory',
    kind: 'text',
    needed: true,
    help: 'One of the category.',
    example: '',
  },
  price: {
    heading: 'Price (₹)',
    kind: 'number',
    needed: true,
    help: 'With GST, outside of a sale.',
    example: '249.50',
  },
  noOfUnits: {
    heading: 'Number of Units',
    kind: 'whole',
    needed: true,
    help: 'Pieces that are not sold yet.',
    example: '40',
  },
  description: {
    heading: 'Description',
    kind: 'text',
    needed: true,
    help: `At most ${limits.descriptionLength.toLocaleString('en-IN')} characters.`,
    example: 'A comb that keeps hair free of static.',
  },
  details: {
    heading: 'Details',
    kind: 'text',
    needed: true,
    help: "Lines such as 'Material: Neem wood'.",
    example: 'Material: Neem wood',
  },
  hsnCode: {
    heading: 'HSN Code',
    kind: 'code',
    removable: true,
    help: '4, 6 or 8 digits. Format the column as Text, so that 0902 keeps its zero.',
    example: '9615',
  },
  height: {
    heading: 'Height (cm)',
    kind: 'number',
    needed: true,
    help: 'Of the packed parcel.',
    example: '2',
  },
  width: { heading: 'Width (cm)', kind: 'number', needed: true, help: 'Of the packed parcel.', example: '5' },
  length: {
    heading: 'Length (cm)',
    kind: 'number',
    needed: true,
    help: 'Of the packed parcel.',
    example: '18',
  },
  weight: {
    heading: 'Weight (gm)',
    kind: 'number',
    needed: true,
    help: 'Of the packed parcel.',
    example: '60',
  },
  mrp: declared('mrp', { kind: 'number', help: 'Not below the price.', example: '299' }),
  netQuantity: declared('netQuantity', { kind: 'number', help: 'Needs its unit.', example: '1' }),
  netUnit: declared('netUnit', {
    kind: 'word',
    help: 'Of the net quantity: g, kg, ml, l, cm, m or piece.',
    example: 'piece',
  }),
  commonName: declared('commonName', { kind: 'text', help: 'What everybody calls it.', example: 'Comb' }),
  originCountry: declared('originCountry', {
    kind: 'text',
    help: 'A name, such as India, or two letters.',
    example: 'India',
  }),
  maker: declared('maker', {
    kind: 'text',
    help: 'Name and address.',
    example: 'Neem Works, 4 MG Road, Pune 411001',
  }),
  packer: declared('packer', { kind: 'text', help: 'If it is somebody else.', example: '' }),
  importer: declared('importer', { kind: 'text', help: 'Of goods from abroad.', example: '' }),
  careContact: declared('careContact', {
    kind: 'text',
    help: 'Name, address, phone or e-mail for complaints.',
    example: 'care@example.com, 98765 43210',
  }),
  shelfLifeDays: declared('shelfLifeDays', { kind: 'whole', help: 'Of what spoils.', example: '' }),
  size: declared('size', { kind: 'word', help: 'As it is printed.', example: '18 cm' }),
  fssaiLicence: declared('fssaiLicence', {
    kind: 'code',
    help: 'Of food: 14 digits, in a column that is formatted as Text.',
    example: '',
  }),
  cosmeticsLicence: declared('cosmeticsLicence', {
    kind: 'word',
    help: 'Of cosmetics, as it is printed.',
    example: '',
  }),
} as const satisfies Record<string, Column>
export type ColumnField = keyof typeof productColumns

export const pictureHeading = (place: number) => `Picture ${place}`
export const pictureHelp =
  'An address that begins with https://, or the name of a file in a zip. The first one is the main picture.'
export const pictureTextHeading = (place: number) => `Picture ${place} Text`
export const pictureTextHelp = 'What is to be seen on the picture, for people who cannot see it.'
export const familyHeading = 'Family'
export const familyHelp =
  'The name that joins rows to one family, in which they differ by one to three options. Needs an option.'
export const optionHeading = (name: string) => `Option: ${name}`
export const optionHelp =
  "The value of a listing in its family, such as '100 g' in the column 'Option: Weight'."
export const attributeHeading = (name: string) => `Attribute: ${name}`
/** Between several values of one attribute. */
export const valueSeparator = ' | '
/** Removes the value of a product, where an empty cell leaves it as it is. */
export const removesValue = 'none'
