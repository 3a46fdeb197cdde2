import { Link } from 'react-router'
import type { Subcategory } from '../../../../contract/category.ts'
import { paths } from '../../../paths.ts'
import { failedToLoadSubcategories } from '../../../layout/error-message.tsx'
import { Picture } from '../../../ui/picture.tsx'

interface Props {
  subcategories: readonly Subcategory[]
  /** They could not be loaded. */
  failed: boolean
}

/** All subcategories as a strip of round pictures, on small screens. */
export function SubcategoryIcons({ subcategories, failed }: Props) {
  if (failed)
    return <p className="page-width py-4 text-sm text-muted lg:hidden">{failedToLoadSubcategories}</p>
  if (subcategories.length === 0) return null
  return (
    <nav aria-label="Subcategories" className="lg:hidden">
      <ul className="scroll-row gap-1 px-2 py-4 sm:px-4">
        {subcategories.map(({ id, name, imageUrl }) => (
          <li key={id} className="subcategory-icon w-20 shrink-0 snap-start scroll-ml-2">
            <Link
              to={paths.subcategory(id)}
              className="flex flex-col items-center gap-1.5 rounded-xl p-1 text-center text-xs/4 font-medium"
            >
              <Picture
                src={imageUrl}
                alt=""
                size={64}
                className="size-16 rounded-full border border-line bg-mist"
              />
              <span className="line-clamp-2 max-w-full">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
