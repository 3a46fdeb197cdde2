import type { ProductDetail } from '../../contract/product.ts'
import { ChevronDown } from '../ui/icons.tsx'
import { BadgeCheck } from '../ui/home-icons.tsx'

/** 'The packaging' below 'Plastic-free packaging' says nothing new. */
const isSaid = (wording: string, covers: string) =>
  wording.toLowerCase().includes(covers.toLowerCase().replace(/^the /, ''))

/** What is proven for this product: each claim opens who says so, until when, and the proof. */
export function GreenClaims({ claims }: { claims: ProductDetail['greenClaims'] }) {
  return claims.map(({ wording, covers, lines, links }, at) => (
    <details
      key={at}
      className="group mt-3 rounded-card bg-leaf-soft text-sm wrap-anywhere first-of-type:mt-6"
    >
      <summary className="flex min-h-13 list-none items-center gap-3 rounded-card px-4 py-2.5 [&::-webkit-details-marker]:hidden">
        <BadgeCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />
        <span className="grow">
          <bdi className="font-semibold text-forest">{wording}</bdi>
          {/* Beside it also while the badge is closed: a part is not the whole. */}
          {!isSaid(wording, covers) && <span className="block text-muted">{covers}</span>}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-forest transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-3 sm:pl-12">
        {lines.map((line, at) => (
          <p key={at} className="mb-2">
            {line}
          </p>
        ))}
        {links.map(({ label, url }, at) => (
          <a
            key={at}
            href={url}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-11 items-center font-semibold text-forest underline"
          >
            {label}
          </a>
        ))}
      </div>
    </details>
  ))
}
