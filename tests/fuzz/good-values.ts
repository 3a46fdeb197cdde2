/** A value that a field accepts, found by its name, and else by its schema. */
import { testPicture } from '../setup/products.ts'
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import { type Cast, gstOf, type Person } from './cast.ts'
import type { Operation, Schema } from './document.ts'
import type { KnownId, KnownIds } from './known-ids.ts'
import { runDay } from './money-chains.ts'
import type { Random } from './random.ts'

/** What values are made of; `used` collects the ids that were taken from replies. */
export interface Making {
  operation: Operation
  person: Person
  cast: Cast
  shopUrl: string
  ids: KnownIds
  /** Cursors of the last pages, by operation. */
  cursors: Map<string, string>
  random: Random
  /** The number of the request: what has to be new is made of it. */
  number: number
  used: KnownId[]
}

const words = ['Brush', 'bamboo', 'tooth', 'kanari', 'Jaipur', '9603', 'a', 'HDFC', '@', 'Test Seller']
const inDays = (days: number) => addDays(dayOf(new Date()), days)

const byName: Record<string, (making: Making) => unknown> = {
  email: ({ operation, person, cast, number, random }) => {
    if (operation.id.endsWith('Signup'))
      return `kanari-${person.name}-n${number}@${random.chance(0.1) ? 'x.test' : 'new.hariyali.test'}`
    return operation.id === 'profile.editSeller' || random.chance(0.6)
      ? person.email
      : random.pick(cast.people).email
  },
  password: ({ person }) => person.password,
  newPassword: ({ person }) => person.password,
  firstName: ({ person }) => person.canary('name'),
  lastName: ({ person }) => person.canary('name'),
  companyName: () => 'Test Bamboo Works',
  name: ({ operation, person, number, random }) =>
    operation.id.startsWith('product.s') ? random.pick(words) : `Wooden Thing ${number} ${person.name}`,
  description: () => 'A test product.',
  details: () => 'Material: wood',
  fullName: ({ person }) => person.canary('bank'),
  accountNo: ({ person }) => person.accountNo,
  IFSCCode: () => 'HDFC0000001',
  ifsccode: () => 'HDFC0000001',
  otp: () => '123456',
  mobile: () => '9876543210',
  mobileNo: () => '9876543210',
  pinCode: () => '302001',
  GSTNumber: ({ number }) => gstOf(100 + (number % 9_000)),
  gst: ({ person }) => person.gst,
  gstin: ({ number }) => gstOf(number % 9_000),
  hsnCode: ({ random }) => random.pick([null, '9603', '96032100']),
  hsnPrefix: ({ random }) => random.pick(['', '96', '9603']),
  imageUrl: ({ shopUrl }) => shopUrl + testPicture,
  imageUrls: ({ shopUrl }) => [shopUrl + testPicture],
  imageTexts: () => ['On a table'],
  attributes: () => [],
  synonyms: () => ['sooti'],
  unit: ({ random }) => random.pick([null, 'cm']),
  price: ({ random }) => random.int(100, 50_000) / 100,
  noOfUnits: ({ random }) => random.int(0, 200),
  quantity: ({ random }) => random.int(1, 3),
  units: ({ random }) => (random.chance(0.8) ? 1 : 2),
  of: ({ random }) => random.int(1, 3),
  height: ({ random }) => random.int(1, 30),
  length: ({ random }) => random.int(1, 30),
  width: ({ random }) => random.int(1, 30),
  weight: ({ random }) => random.int(10, 3_000),
  amountInPaise: ({ person }) => person.cartPaise,
  amount: ({ random }) => random.int(1, 50),
  left: ({ random }) => random.int(0, 500),
  rate: ({ random }) => random.pick([5, 12, '18', 0.5]),
  base: ({ random }) => random.int(20, 90),
  furtherKg: ({ random }) => random.int(5, 30),
  upToGrams: ({ random }) => random.pick(['', 500, 1_000]),
  valueUpTo: ({ random }) => random.pick(['', 1_000]),
  sellerEmail: ({ cast, random }) => random.pick(['', random.pick(cast.sellers).email]),
  from: ({ operation, random }) => inDays(operation.method === 'GET' ? -3 : random.int(1, 400)),
  to: () => inDays(0),
  lastDay: ({ random }) => inDays(random.int(0, 500)),
  upTo: ({ number }) => runDay(number),
  day: ({ random }) => inDays(-random.int(1, 10)),
  month: ({ random }) => inDays(-random.int(0, 60)).slice(0, 7),
  utr: ({ number }) => `HDFCN${String(number).padStart(12, '0')}`,
  csv: ({ number, random }) =>
    `Reference,UTR,Amount,Status\nHP${random.int(1, 30)},HDFCN${1_000_000 + number},149.00,PAID\n`,
  limit: ({ random }) => random.int(1, 12),
  search: ({ random }) => random.pick(words),
  q: ({ random }) => random.pick(words),
  cursor: ({ operation, cursors }) => cursors.get(operation.id),
  photos: () => [],
  min: () => '10',
  max: () => '400',
  version: () => undefined,
}
/** Texts that a seller declares to everybody. */
const declared = /^(commonName|size|maker|packer|importer|careContact|story|grievanceContact)$/

/** Texts of a person that nobody else is told unless the API means it. */
const personal = /^(street|city|landmark|buildingNo|words|note|reason)$/

/** Fields that are mostly left out, because a value is seldom the right one. */
const seldom = new Set(['code', 'cursor', 'of', 'business', 'version', 'sub', 'runId', 'sellerId'])

export function goodValue(making: Making, name: string, schema: Schema): unknown {
  const { operation, person, ids, random, used } = making
  const known = ids.find(operation.id, name, person.name, random)
  if (known) {
    used.push(known)
    return schema.type === 'array' ? [known.value] : known.value
  }
  if (name === 'categoryId') return making.cast.subcategory.categoryId
  if (name === 'subCategoryId') return making.cast.subcategory.subCategoryId
  if (schema.enum) return random.pick(schema.enum)
  if (personal.test(name)) return person.canary()
  if (declared.test(name)) return `Declared ${making.number}`
  const make = byName[name]
  return make ? make(making) : ofSchema(making, name, schema)
}

function ofSchema(making: Making, name: string, schema: Schema): unknown {
  const { random } = making
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return goodValue(making, name, random.pick(schema.anyOf))
  if (schema.properties) return goodObject(making, schema)
  if (schema.type === 'array')
    return Array.from({ length: random.int(schema.minItems ?? 0, 2) }, () =>
      goodValue(making, name, schema.items ?? {}),
    )
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') {
    const least = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    return random.int(least, Math.min(schema.maximum ?? 100, least + 20))
  }
  if (schema.type === 'null') return null
  if (schema.format === 'uuid') return `00000000-0000-7000-8000-${String(making.number).padStart(12, '0')}`
  return making.person.canary()
}

/** All required fields, and half of the others. */
export function goodObject(making: Making, { properties = {}, required = [] }: Schema) {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const wanted = required.includes(name) || making.random.chance(seldom.has(name) ? 0.15 : 0.5)
    const value = wanted ? goodValue(making, name, schema) : undefined
    if (value !== undefined) made[name] = value
  }
  return made
}
