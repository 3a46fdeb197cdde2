import type { ProductDetail } from '../../contract/product.ts'

/** What is proven for this product: each claim opens who says so, until when, and the proof. */
export function GreenClaims({ claims }: { claims: ProductDetail['greenClaims'] }) {
  return claims.map(({ wording, covers, lines, links }, at) => (
    <details
      key={at}
      className="mt-3 rounded-card bg-leaf-soft px-4 text-sm wrap-anywhere first-of-type:mt-6"
    >
      <summary className="py-3 font-semibold text-forest">
        <bdi>{wording}</bdi>
        {/* Beside it also while the badge is closed: a part is not the whole. */}
        <span className="block font-normal text-muted">{covers}</span>
      </summary>
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
    </details>
  ))
}
