import type { CategoryTree } from '../../../../contract/admin.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FolderTree } from '../../../ui/more-icons.tsx'
import { Picture } from '../../../ui/picture.tsx'

const number = (count: number) => (
  <>
    {count.toLocaleString('en-IN')}
    <span className="sr-only"> {count === 1 ? 'product' : 'products'}</span>
  </>
)

/** All categories with their subcategories and how many products are in each. */
export function CategoryList({ tree, failed }: { tree: CategoryTree; failed: boolean }) {
  return (
    <Card className="p-4 sm:p-5">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h3 className="font-semibold">All categories</h3>
        {tree.length > 0 && <p className="text-sm text-muted">Products</p>}
      </div>
      {tree.length === 0 && (
        <EmptyState
          icon={<FolderTree />}
          title={failed ? 'No categories' : 'No categories yet'}
          text={
            failed
              ? 'The categories could not be loaded just now.'
              : 'Add the first one to let sellers list products.'
          }
        >
          {failed && <TryAgain />}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {tree.map(({ id, name, products, subcategories }) => (
          <li key={id}>
            <details className="group">
              <summary className="flex min-h-12 items-center gap-2 rounded-lg py-2 font-medium hover:bg-dew">
                <span
                  aria-hidden="true"
                  className="w-4 shrink-0 text-center text-muted transition-transform group-open:rotate-90"
                >
                  ›
                </span>
                <span dir="auto" className="min-w-0 flex-1 break-words">
                  {name}
                </span>
                <span className="text-sm text-muted">
                  {subcategories.length > 0
                    ? `${subcategories.length} ${subcategories.length === 1 ? 'subcategory' : 'subcategories'}`
                    : 'No subcategories'}
                </span>
                <span className="w-14 text-right tabular-nums">{number(products)}</span>
              </summary>
              <ul className="mb-3 ml-6 flex flex-col">
                {subcategories.map((sub) => (
                  <li key={sub.id} className="flex min-h-11 items-center gap-3 border-t border-line py-1">
                    <span className="size-9 shrink-0 overflow-hidden rounded-lg bg-mist">
                      <Picture src={sub.imageUrl} alt="" size={36} className="size-full" />
                    </span>
                    <a
                      href={paths.subcategory(sub.id)}
                      dir="auto"
                      className="inline-flex min-h-11 min-w-0 flex-1 items-center break-words text-forest underline-offset-4 hover:underline"
                    >
                      {sub.name}
                    </a>
                    <span className="w-14 text-right tabular-nums">{number(sub.products)}</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}
