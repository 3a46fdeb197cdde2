/** Green claims of sellers, made and decided over HTTP. */
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import type { TestClient } from './client.ts'

/** The body of a new claim with a certificate of 100 days ago that is valid for as long. `more` replaces fields. */
export const claimInput = (more: object = {}) => {
  const today = dayOf(new Date())
  return {
    code: 'organic-cotton',
    covers: 'product',
    evidenceKind: 'gots',
    issuer: 'Test Certifier',
    number: 'CB-GOTS-2026-000123',
    issuedOn: addDays(today, -100),
    expiresOn: addDays(today, 100),
    link: 'https://certificates.example/000123',
    ...more,
  }
}

/** A claim about these products of the seller that the administrator (duty catalogue) has accepted. Returns its id. */
export async function acceptedClaim(
  seller: TestClient,
  admin: TestClient,
  products: readonly string[],
  more: object = {},
): Promise<string> {
  const { body } = await seller.post('/private/green-claims', claimInput(more))
  await seller.post(`/private/green-claims/${body.id}/products`, { add: products })
  await seller.post(`/private/green-claims/${body.id}/submit`)
  const { version } = (await seller.get(`/private/green-claims/${body.id}`)).body
  const path = `/public/admin/green-claims/${body.id}/decide`
  const decided = await admin.post(path, { version, decision: 'accept' })
  if (decided.status !== 200) throw new Error(`${decided.status} ${JSON.stringify(decided.body)}`)
  return body.id
}
