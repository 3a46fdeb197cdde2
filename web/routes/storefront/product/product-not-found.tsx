import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { type ServerHtml, ServerPart } from '../../../ui/server-html.tsx'

/** The page of a product that does not exist or was deleted (api-rules §6), with status 404. */
export function ProductNotFound({ others }: { others: ServerHtml | null }) {
  return (
    <>
      <EmptyState
        as="h1"
        icon={<PackageX />}
        title="Product not found"
        text="This product is not sold here any more, or its address is wrong."
      >
        <Link to={paths.home} className={buttonClass()}>
          Explore Products
        </Link>
      </EmptyState>
      {others && <ServerPart html={others} />}
    </>
  )
}
