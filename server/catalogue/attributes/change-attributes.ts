/** The administrator's changes of attributes, their values, and which categories ask for them. */
import type { z } from 'zod'
import type {
  addAttributeBody,
  AdminAttribute,
  attributeValueBody,
} from '../../../contract/admin-attributes.ts'
import type { AskedAttribute } from '../../../contract/attribute.ts'
import type { AuditAction } from '../../../contract/audit.ts'
import { limits } from '../../../contract/limits.ts'
import { attributeLimits } from '../../../contract/catalogue-limits.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  allAttributes,
  countUsesOfAttribute,
  countUsesOfValue,
  giveOtherValue,
  insertAttribute,
  insertValue,
  lockAttribute,
  lockValues,
  putCategories,
  removeAttribute,
  removeValue,
  updateAttribute,
  updateValue,
  type ValueRow,
} from './queries.ts'
import { refuseAttribute } from './refuse.ts'

type AttributeValue = z.output<typeof attributeValueBody>

export const listAttributes = ({ db }: Shop): Promise<AdminAttribute[]> => allAttributes(db)

/** Those that categories ask for, as the product form needs them. */
export async function listAskedAttributes({ db }: Shop): Promise<AskedAttribute[]> {
  const all = await allAttributes(db)
  return all
    .filter(({ askedBy }) => askedBy.length > 0)
    .map(({ id, name, kind, unit, multiple, askedBy, values }) => ({
      id,
      name,
      kind,
      unit,
      multiple,
      askedBy,
      values: values.map((value) => ({ id: value.id, name: value.name })),
    }))
}

/** Refuses: conflict for a name that is taken, or where there are too many. */
export async function addAttribute(shop: Shop, wanted: z.output<typeof addAttributeBody>): Promise<number> {
  return change(shop, async (tx) => {
    const id = await insertAttribute(tx, wanted)
    const categories = await putCategories(tx, id, wanted.categoryIds)
    await recordChange(tx, 'attribute-added', { id, name: wanted.name }, listed(categories))
    return id
  })
}

interface AttributeChange {
  name: string
  filters: boolean
  categoryIds: readonly number[]
}

/** Refuses: not-found; conflict for a name that is taken, or where a category asks for too many. */
export async function changeAttribute(
  shop: Shop,
  id: number,
  { name, filters, categoryIds }: AttributeChange,
): Promise<void> {
  await change(shop, async (tx) => {
    const before = await lockAttribute(tx, id)
    if (!before) throw notFound('There is no such attribute.')
    await updateAttribute(tx, { id, name, filters })
    const categories = await putCategories(tx, id, categoryIds)
    const renamed = before.name === name ? [] : [`was ${before.name}`]
    await recordChange(
      tx,
      'attribute-changed',
      { id, name },
      [...renamed, listed(categories), filters ? 'filters lists' : 'filters no lists'].join('; '),
    )
    await refreshSearch(shop, tx, id)
  })
}

/** Refuses: not-found; conflict while products have it. */
export async function deleteAttribute(shop: Shop, id: number): Promise<void> {
  await change(shop, async (tx) => {
    const attribute = await lockAttribute(tx, id)
    if (!attribute) throw notFound('There is no such attribute.')
    refuseUsed(attribute.name, await countUsesOfAttribute(tx, id))
    await removeAttribute(tx, id)
    await recordChange(tx, 'attribute-deleted', attribute)
  })
}

/** Refuses: not-found for an unknown attribute; conflict for a name that it has, a number, or where it has too many. */
export async function addValue(shop: Shop, attributeId: number, wanted: AttributeValue): Promise<number> {
  return change(shop, async (tx) => {
    const attribute = await lockAttribute(tx, attributeId)
    if (!attribute) throw notFound('There is no such attribute.')
    const id = await insertValue(tx, attributeId, wanted)
    await recordChange(tx, 'attribute-value-added', attribute, noteOf(wanted))
    return id
  })
}

/** Refuses: not-found; conflict for a name that the attribute has. */
export async function changeValue(shop: Shop, id: number, wanted: AttributeValue): Promise<void> {
  await change(shop, async (tx) => {
    const before = await lockValue(tx, id)
    await updateValue(tx, id, wanted)
    const was = before.name === wanted.name ? '' : `${before.name} is `
    await recordChange(tx, 'attribute-value-changed', attributeOf(before), `${was}${noteOf(wanted)}`)
    await refreshSearch(shop, tx, before.attributeId)
  })
}

/** Refuses: not-found; conflict while products have it. */
export async function deleteValue(shop: Shop, id: number): Promise<void> {
  await change(shop, async (tx) => {
    const value = await lockValue(tx, id)
    refuseUsed(value.name, await countUsesOfValue(tx, id))
    await removeValue(tx, id)
    await recordChange(tx, 'attribute-value-deleted', attributeOf(value), value.name)
  })
}

/**
 * Its products have the other one, which is also found by its name and other words as far as there is room. Refuses: not-found
 * where one of them is unknown or of another attribute.
 */
export async function mergeValue(shop: Shop, id: number, intoId: number): Promise<void> {
  await change(shop, async (tx) => {
    const values = await lockValues(tx, [id, intoId])
    const from = values.find((value) => value.id === id)
    const into = values.find((value) => value.id === intoId)
    if (!from || !into || from === into || from.attributeId !== into.attributeId)
      throw notFound('There is no such value of this attribute.')
    await giveOtherValue(tx, from, into)
    await removeValue(tx, id)
    const words = new Set([...into.synonyms, from.name, ...from.synonyms])
    await updateValue(tx, intoId, {
      name: into.name,
      synonyms: [...words].slice(0, attributeLimits.attributeSynonymsMax),
    })
    await recordChange(tx, 'attribute-value-merged', attributeOf(from), `${from.name} into ${into.name}`)
    await refreshSearch(shop, tx, from.attributeId)
  })
}

async function change<T>(shop: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await shop.db.transaction(work).catch(refuseAttribute)
  catalogueChanged(shop.db)
  return done
}

async function lockValue(tx: Tx, id: number): Promise<ValueRow> {
  const [value] = await lockValues(tx, [id])
  if (!value) throw notFound('There is no such value.')
  return value
}

function refuseUsed(name: string, products: number): void {
  if (products === 0) return
  const many = products < limits.countStates ? String(products) : `${limits.countStates} or more`
  throw new Refusal('conflict', `${many} ${products === 1 ? 'product has' : 'products have'} '${name}'.`)
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'no category' : names.join(', '))
const noteOf = ({ name, synonyms }: AttributeValue) => [name, ...synonyms].join(', ')
const attributeOf = ({ attributeId, attribute }: ValueRow) => ({ id: attributeId, name: attribute })

const recordChange = (
  tx: Tx,
  action: AuditAction,
  { id, name }: { id: number; name: string },
  note?: string,
) =>
  record(tx, action, {
    target: { kind: 'attribute', id: String(id), name },
    ...(note && { note: note.slice(0, 400) }),
  })

/** The job writes the search documents of all products that have the attribute; several changes at once become one. */
const refreshSearch = (shop: Shop, tx: Tx, attributeId: number) =>
  shop.jobs.send(
    tx,
    'refresh-attribute-search',
    { attributeId },
    { key: String(attributeId), seconds: shop.config.renameSeconds, firstAtOnce: true },
  )
