/** The seller's products: search, filter, edit, delete (specification §2, §8). */
import { useEffect, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  redirect,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { callPage } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSession } from '../../../session/session.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Plus } from '../../../ui/more-icons.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { HolidayLink, HolidayNote, loadHoliday } from '../holiday-note.tsx'
import { ShopClosedNote } from '../shop-closed-note.tsx'
import { loadApprovalState } from '../load-approval.ts'
import { mayDo } from '../may-do.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx'
import { BulkResult } from './bulk-result.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { addressOf, type ListState, readState } from './list-state.ts'
import { NoProducts } from './no-products.tsx'
import { SellerProductRow, tableColumns } from './seller-product-row.tsx'
import { Pages } from './pages.tsx'
import { ProductFilters } from './product-filters.tsx'
import { useBulkEdit } from './use-bulk-edit.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Manage Products' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const state = readState(new URL(request.url).search)
  const { search, stock, hsn, declared } = state
  return requireSeller(request, async () => {
    const [{ value, failed }, missing, undeclared, approval, holiday] = await Promise.all([
      loadOrEmpty(
        () =>
          fromCursor(request, (cursor) =>
            callPage(api.product.getBySeller, {
              query: {
                limit: state.size,
                cursor,
                search: search || undefined,
                stock: stock ?? undefined,
                hsn: hsn ?? undefined,
                declared: declared ?? undefined,
                state: state.state ?? undefined,
              },
            }),
          ),
        noRows,
      ),
      // Only their totals are wanted.
      loadOrEmpty(() => callPage(api.product.getBySeller, { query: { limit: 1, hsn: 'missing' } }), noRows),
      loadOrEmpty(
        () => callPage(api.product.getBySeller, { query: { limit: 1, declared: 'missing' } }),
        noRows,
      ),
      loadApprovalState(),
      loadHoliday(),
    ])
    // The last product of the last page was deleted: show the first page.
    if (!failed && value.items.length === 0 && state.cursor)
      throw redirect(paths.manageProducts + addressOf({ ...state, cursor: null }))
    return {
      list: value,
      failed,
      state,
      hsnMissing: missing.value.total,
      toComplete: undeclared.value.total,
      approval: approval.value,
      holiday,
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Manage Products" />
}

/** The text of an empty list where the filter finds nothing whatever is searched for. */
function nothingIn({ search, hsn, declared, state }: ListState, hsnMissing: number, toComplete: number) {
  if (hsn && hsnMissing === 0) return 'All your products have an HSN code.'
  if (declared && toComplete === 0) return 'All your products declare what their category needs.'
  return state && search === '' ? 'You keep no product off sale.' : null
}

export default function ManageProductsPage() {
  const { list, failed, state, hsnMissing, toComplete, approval, holiday } =
    useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const ownsShop = mayDo(useSession(), 'owner')
  const [leaving, setLeaving] = useState<SellersProduct | null>(null)
  const [leavingMany, setLeavingMany] = useState<readonly SellersProduct[] | null>(null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const bulk = useBulkEdit(() => setChosenIds(new Set()))
  const rows = useRef<HTMLUListElement>(null)
  const { items, total, next } = list
  const filtered =
    state.search !== '' ||
    state.stock !== null ||
    state.hsn !== null ||
    state.declared !== null ||
    state.state !== null
  const chosen = items.filter(({ id }) => chosenIds.has(id))
  const bare = items.length === 0 && !filtered && !failed

  useEffect(() => {
    if (failed) sellerToast.error(sellingWords.loadProducts.failure)
  }, [failed, list])

  async function deleteMany(products: readonly SellersProduct[]): Promise<void> {
    if (await bulk.remove(products)) await deleted()
  }

  async function deleted(): Promise<void> {
    setLeaving(null)
    setLeavingMany(null)
    await revalidate()
    // The pressed button was removed with its row: the focus goes to the list.
    rows.current?.focus({ preventScroll: true })
  }

  return (
    <SellerPage heading="Manage Products">
      <ShopClosedNote state={approval} />
      <HolidayNote lastDay={holiday} />
      <div className="flex flex-col gap-4">
        {!bare && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p role="status" className="mr-auto text-sm whitespace-nowrap text-muted">
              {countOf(total, filtered)}
            </p>
            <Link
              to={paths.importProducts}
              className={buttonClass('secondary', 'max-sm:px-4 max-sm:text-[0.9375rem]')}
            >
              Import and Export
            </Link>
            <Link
              to={paths.families}
              className={buttonClass('secondary', 'max-sm:px-4 max-sm:text-[0.9375rem]')}
            >
              Families
            </Link>
            <Link
              to={paths.addProduct}
              className={buttonClass('primary', 'pl-4 max-sm:px-4 max-sm:text-[0.9375rem]')}
            >
              <Plus aria-hidden="true" className="size-5" />
              Add New Product
            </Link>
            <ProductFilters state={state} hsnMissing={hsnMissing} toComplete={toComplete} />
          </div>
        )}
        <BulkResult
          refused={bulk.refused}
          undo={bulk.undo}
          busy={bulk.busy}
          onUndo={() => void bulk.undoLast()}
          onDismiss={bulk.dismiss}
        />
        {items.length === 0 ? (
          <NoProducts
            filtered={filtered}
            failed={failed}
            nothing={nothingIn(state, hsnMissing, toComplete)}
          />
        ) : (
          <div className="overflow-clip rounded-card border border-line bg-surface shadow-card">
            <div className="sticky top-0 z-10">
              <BulkBar
                products={items}
                chosen={chosen}
                onChoose={setChosenIds}
                busy={bulk.busy}
                onEdit={(edits) => bulk.apply(edits, items)}
                onDelete={() => setLeavingMany(chosen)}
              />
              <TableHead />
            </div>
            <ul
              ref={rows}
              tabIndex={-1}
              aria-label="Your products"
              className="divide-y divide-line lg:[&_:is(a,button,input)]:scroll-mt-28"
            >
              {items.map((product, index) => (
                <SellerProductRow
                  key={product.id}
                  product={product}
                  closed={approval !== null && approval !== 'approved'}
                  eager={index < 6}
                  chosen={chosenIds.has(product.id)}
                  onChoose={(on) =>
                    setChosenIds(
                      new Set(
                        on ? [...chosenIds, product.id] : [...chosenIds].filter((id) => id !== product.id),
                      ),
                    )
                  }
                  onDelete={() => setLeaving(product)}
                />
              ))}
            </ul>
          </div>
        )}
        <Pages state={state} shown={items.length} total={total} next={next} />
        {ownsShop && (
          <p className="text-sm text-muted">
            Away for some days? <HolidayLink>Close your shop until you are back</HolidayLink>
          </p>
        )}
      </div>
      {leaving && (
        <DeleteDialog product={leaving} onClose={() => setLeaving(null)} onDeleted={() => void deleted()} />
      )}
      {leavingMany && (
        <BulkDeleteDialog
          products={leavingMany}
          busy={bulk.busy}
          onClose={() => setLeavingMany(null)}
          onDelete={() => void deleteMany(leavingMany)}
        />
      )}
    </SellerPage>
  )
}

/** Screen readers hear the values themselves. */
function TableHead() {
  return (
    <div
      aria-hidden="true"
      className={`hidden gap-x-5 border-b border-line bg-dew py-2.5 pr-4 pl-15 text-sm font-semibold lg:grid ${tableColumns}`}
    >
      <span className="col-span-2">Product</span>
      <span>Subcategory</span>
      <span className="text-right">Price</span>
      <span className="text-right">Stock</span>
    </div>
  )
}

function countOf(total: number, filtered: boolean): string {
  const products = `${total.toLocaleString('en-IN')} ${total === 1 ? 'product' : 'products'}`
  return filtered ? `${products} found` : products
}
