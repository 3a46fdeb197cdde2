/** An administrator arranges the home page: one draft, which is saved, published, or replaced by an earlier arrangement. */
import type { ArrangedHomePage } from '../../../contract/admin-home-page.ts'
import { defaultSections, type HomeSection } from '../../../contract/home-page.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { acceptPictures } from '../../platform/media/accept-pictures.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { shortlyBefore } from '../at-its-second.ts'
import {
  deleteOldArrangements,
  findArrangement,
  findDraft,
  findPicked,
  findShelves,
  insertArrangement,
  listEarlier,
  showDueSections,
  updateDraft,
} from './queries.ts'
import { picturesOf, rowsOf, timesOf, withPictures } from './rules.ts'

const changedElsewhere =
  'The home page was changed by somebody else meanwhile. It is loaded again; please look at it and repeat your change.'

export async function showArrangement({ db, config }: Shop): Promise<ArrangedHomePage> {
  const [{ version, sections, isDraft, published }, earlier] = await Promise.all([
    findDraft(db),
    listEarlier(db),
  ])
  const edited = sections ?? defaultSections
  const picked = await findPicked(
    db,
    rowsOf(edited).flatMap(({ products }) => products),
  )
  return {
    version,
    sections: withPictures(edited, (stored) => publicImageUrl(config, stored)),
    isDraft,
    published: published && { id: published.id, at: published.at.toISOString() },
    earlier: earlier.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    products: picked.map(({ image, ...row }) => ({ ...row, imageUrl: publicImageUrl(config, image) })),
  }
}

/** Locks the draft. Refuses: conflict where it is not the version that the caller has seen. */
async function lockDraft(tx: Tx, version: number) {
  const draft = await findDraft(tx, { lock: true })
  if (draft.version !== version) throw new Refusal('conflict', changedElsewhere)
  return draft
}

/** Returns the new version. Refuses: conflict; invalid for a picture that is not ours, and a category that there is not. */
export async function saveHomePage(
  shop: Shop,
  { version, sections }: { version: number; sections: HomeSection[] },
): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, version)
    await requireShelves(tx, sections)
    const addresses = picturesOf(sections)
    const stored = await acceptPictures(shop, tx, addresses, picturesOf(draft.sections ?? []))
    const known = new Map(addresses.map((address, index) => [address, stored[index] ?? address]))
    return updateDraft(
      tx,
      withPictures(sections, (address) => known.get(address) ?? address),
    )
  })
}

async function requireShelves(tx: Tx, sections: readonly HomeSection[]): Promise<void> {
  const rows = rowsOf(sections)
  const categories = rows.flatMap((row) => (row.of === 'category' ? (row.categoryId ?? []) : []))
  const subcategories = rows.flatMap((row) => (row.of === 'subcategory' ? (row.subcategoryId ?? []) : []))
  const found = await findShelves(tx, categories, subcategories)
  const lost = rows.find(
    ({ of, categoryId, subcategoryId }) =>
      (of === 'category' && !found.categories.includes(categoryId ?? 0)) ||
      (of === 'subcategory' && !found.subcategories.includes(subcategoryId ?? 0)),
  )
  if (!lost) return
  const text = `The ${lost.of} of the row '${lost.heading}' is deleted. Please choose another.`
  throw new Refusal('invalid', text, {
    fields: { [lost.of === 'category' ? 'categoryId' : 'subcategoryId']: text },
  })
}

/** Returns the new version. Refuses: conflict, also where all is published already. */
export async function publishHomePage(shop: Shop, version: number): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const { sections, isDraft } = await lockDraft(tx, version)
    if (!isDraft || sections === null) throw new Refusal('conflict', 'This arrangement is published already.')
    const times = timesOf(sections)
    const { id, now } = await insertArrangement(tx, sections, times)
    await deleteOldArrangements(tx)
    for (const at of new Set(times.map((time) => Date.parse(time)).filter((time) => time > now.getTime())))
      await shop.jobs.send(
        tx,
        'change-home-page',
        { at: new Date(at).toISOString() },
        { at: shortlyBefore(new Date(at)) },
      )
    await record(tx, 'home-page-published', {
      target: { kind: 'home-page', id: String(id), name: 'Home page' },
      note: `${sections.length} sections`,
    })
    tx.afterCommit(() => catalogueChanged(shop.db))
    return updateDraft(tx, null)
  })
}

/** With null the sections of the specification. Returns the new version. Refuses: conflict; not-found where it is not kept. */
export async function takeBackHomePage(
  shop: Shop,
  { version, id }: { version: number; id: number | null },
): Promise<number> {
  return shop.db.transaction(async (tx) => {
    await lockDraft(tx, version)
    const sections = id === null ? defaultSections : await findArrangement(tx, id)
    if (!sections) throw notFound('This arrangement is not kept any more.')
    return updateDraft(tx, sections)
  })
}

/** Safe to run twice at once, and at any time: only the database's clock decides. */
export async function changeDueHomePage({ db }: Pick<Shop, 'db'>): Promise<void> {
  if (await db.transaction(showDueSections)) catalogueChanged(db)
}
