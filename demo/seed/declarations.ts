/** What the demo's products declare, and what its categories need: plainly invented makers and numbers. */
import type { DeclarationNeed } from '../../contract/declaration.ts'
import { declaredColumns, declaredOfD, declaredRow } from '../../server/catalogue/declarations/columns.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { demoCategories, demoProducts, demoSellers } from '../catalogue/catalogue.ts'
import type { DemoProduct } from '../catalogue/types.ts'

const always: readonly DeclarationNeed[] = [
  'mrp',
  'netQuantity',
  'commonName',
  'originCountry',
  'maker',
  'careContact',
]
const special: Record<string, readonly DeclarationNeed[]> = {
  'Food & Drink': ['shelfLifeDays', 'fssaiLicence'],
  'Bath & Body': ['shelfLifeDays', 'cosmeticsLicence'],
  'Hair Care': ['shelfLifeDays', 'cosmeticsLicence'],
  'Face Care': ['shelfLifeDays', 'cosmeticsLicence'],
  'Bags & Fashion': ['size'],
}

export async function seedDeclarations(tx: Tx, products: ReadonlyMap<string, { id: string }>): Promise<void> {
  const needs = demoCategories.map(({ name }) => ({ name, needs: [...always, ...(special[name] ?? [])] }))
  await tx.query(sql`
    insert into declaration_need (category_id, needs)
    select c.id, array(select jsonb_array_elements_text(r.needs))
    from jsonb_to_recordset(${JSON.stringify(needs)}::jsonb) as r (name text, needs jsonb) join category c on c.name = r.name`)
  const rows = demoProducts.map((product) => ({
    id: products.get(product.slug)?.id,
    declared: JSON.parse(declaredRow(declarationOf(product))) as object,
  }))
  await tx.query(sql`
    update product p set (${declaredColumns}) = (select ${declaredOfD} from jsonb_populate_record(p, r.declared) d)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, declared jsonb) where p.id = r.id`)
}

/** As its name says. The litres of a bottle are its capacity, and it is one piece. */
function netQuantityOf({ name, category }: DemoProduct) {
  const [, amount, unit] = /, (\d+) (g|kg|ml|litre)\b/.exec(name) ?? []
  if (amount && category !== 'Kitchen & Dining')
    return { netQuantity: Number(amount), netUnit: unit === 'litre' ? 'l' : unit }
  const pieces = /(?<=(?:Set|Box|Pack) of )\d+|\d+(?= Pieces)/.exec(name)
  return { netQuantity: Number(pieces?.[0] ?? 1), netUnit: 'piece' }
}

function declarationOf(product: DemoProduct) {
  const { category, subcategory, priceRupees, sellerEmail, size } = product
  const seller = demoSellers.find(({ email }) => email === sellerEmail)
  const { buildingNo, street, city, pinCode } = seller?.address ?? {}
  const needs = special[category] ?? []
  return {
    mrp: Math.ceil((priceRupees * 1.12) / 10) * 10,
    ...netQuantityOf(product),
    commonName: subcategory,
    originCountry: 'IN',
    maker: `${seller?.companyName} (invented for this demo), ${buildingNo}, ${street}, ${city} ${pinCode}`,
    careContact: `Demo customer care, ${seller?.companyName}, ${seller?.mobile}, care@hariyali.test`,
    size: size.slice(0, 100),
    ...(needs.includes('shelfLifeDays') && { shelfLifeDays: 540 }),
    ...(needs.includes('fssaiLicence') && { fssaiLicence: '10000000000000' }),
    ...(needs.includes('cosmeticsLicence') && { cosmeticsLicence: 'DEMO/COS/0000' }),
  }
}
