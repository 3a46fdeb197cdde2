/** Manage Categories: four forms with their own rules (specification §5, §8), and the list of all categories. */
import { useEffect } from 'react'
import { admin, type CategoryTree } from '../../../../contract/admin.ts'
import type { Loaded } from '../../../api/load-or-empty.ts'
import { administrationWords } from '../../../messages/administration.ts'
import { may } from '../may.ts'
import { toast } from '../../../toast/toast.ts'
import { AddCategory, AddSubcategory } from './add-forms.tsx'
import { CategoryList } from './category-list.tsx'
import { RemoveCategory, RemoveSubcategory } from './remove-forms.tsx'

export function Categories({ loaded }: { loaded: Loaded<CategoryTree> }) {
  const { value: tree, failed } = loaded
  const mayChange = may(admin.createCategory)
  // `loaded` is a new object after each loading: a second failure is said, too.
  useEffect(() => {
    if (loaded.failed) toast.error(administrationWords.loadSubcategories.failure)
  }, [loaded])
  return (
    <section aria-labelledby="categories" className="scroll-mt-4">
      <h2 id="categories" className="mb-3 text-xl font-bold tracking-tight">
        {mayChange ? 'Manage Categories' : 'Categories'}
      </h2>
      <div className={`grid grid-cols-1 items-start gap-4 ${mayChange ? 'lg:grid-cols-[3fr_2fr]' : ''}`}>
        {mayChange && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <div className="grid grid-cols-1 gap-4">
              <AddCategory />
              <AddSubcategory tree={tree} />
            </div>
            <div className="grid grid-cols-1 gap-4">
              <RemoveCategory tree={tree} />
              <RemoveSubcategory tree={tree} />
            </div>
          </div>
        )}
        <CategoryList tree={tree} failed={failed} />
      </div>
    </section>
  )
}
