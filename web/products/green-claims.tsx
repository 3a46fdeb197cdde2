import type { ProductDetail } from '../../contract/product.ts'
import { ChevronDown, Leaf } from '../ui/icons.tsx'

/** What is proven for this product: each claim opens what it is about, who says so, until when, and the proof. */
export function GreenClaims({ claims }: { claims: ProductDetail['greenClaims'] }) {
  if (claims.length === 0) return null
  return (
    <section aria-label="Proven claims" className="mt-6 flex flex-col gap-2 text-sm lg:mt-7">
      {claims.map((claim, index) => (
        <details key={index} className="group rounded-card bg-leaf-soft">
          <summary className="flex min-h-11 items-center gap-2.5 px-4 py-2 font-semibold text-forest">
            <Leaf aria-hidden="true" className="size-5 shrink-0" />
            {/* What it is about stands beside it, also while the badge is closed: a part is not the whole. */}
            <span className="min-w-0 wrap-anywhere">
              <bdi>{claim.wording}</bdi>
              <span className="block font-normal text-muted">{claim.covers}</span>
            </span>
            <ChevronDown
              aria-hidden="true"
              className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180"
            />
          </summary>
          <dl className="grid gap-2 px-4 pt-1 pb-4 wrap-anywhere [&_dt]:text-muted">
            {[
              ['What it means', claim.means],
              [claim.declared ? 'Declared by' : 'Certified by', claim.issuer],
              ['Proof', claim.number === null ? claim.proof : `${claim.proof}, ${claim.number}`],
              ['Valid', claim.validity],
            ].map(
              ([term, text]) =>
                text && (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{text}</dd>
                  </div>
                ),
            )}
          </dl>
          {[claim.document?.url, claim.link].map(
            (url, at) =>
              url && (
                <a
                  key={at}
                  href={url}
                  target="_blank"
                  rel="noreferrer nofollow"
                  className="mx-4 mb-2 flex min-h-11 items-center font-semibold text-forest underline"
                >
                  {at === 0 ? 'See the document' : 'See the proof at its issuer'}
                </a>
              ),
          )}
        </details>
      ))}
    </section>
  )
}
