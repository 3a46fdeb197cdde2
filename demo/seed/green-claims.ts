/** Inserts the demo shop's green claims: written, handed in and accepted, as the database allows it; and its green words. Search knows them once the documents are written again. */
import { wordings } from '../../contract/green-claim-list.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { noteGreenWords } from '../../server/catalogue/green-claims/check-words.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { demoProducts } from '../catalogue/catalogue.ts'
import { demoClaims } from '../catalogue/green-claims.ts'

export async function seedGreenClaims(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  const rows = demoClaims.map(({ code, slugs, ...claim }) => ({
    ...claim,
    id: newId(),
    code,
    wording: wordings[code].wording,
    products: slugs.map((slug) => products.get(slug)?.id),
  }))
  const json = JSON.stringify(rows)
  await tx.query(sql`
    insert into green_claim (id, seller_id, code, wording, covers, part, evidence_kind, issuer, certificate_number, issued_on,
      expires_on, link)
    select r.id, p.seller_id, r.code, r.wording, r.covers, r.part, r.kind,
      case when r.number is null then s.company_name else 'Demo Certifier (not a real body)' end, r.number,
      india_today() - 200, india_today() + r."daysLeft", 'https://certificates.example/' || r.number
    from jsonb_to_recordset(${json}::jsonb) as r (id uuid, code text, wording text, covers text, part text, kind text,
      number text, "daysLeft" int, products jsonb)
    join product p on p.id = (r.products ->> 0)::uuid join company s on s.id = p.seller_id`)
  await tx.query(sql`
    insert into green_claim_product (claim_id, product_id)
    select r.id, p.id::uuid from jsonb_to_recordset(${json}::jsonb) as r (id uuid, products jsonb),
      jsonb_array_elements_text(r.products) as p (id)`)
  for (const state of ['submitted', 'accepted']) await tx.query(sql`update green_claim set state = ${state}`)
}

/** As if each product had been saved in the form. */
export async function seedGreenWords(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  for (const { slug, name, description, details } of demoProducts) {
    const product = products.get(slug)
    if (product) await noteGreenWords(tx, product.id, { name, description, details, imageTexts: '' })
  }
}
