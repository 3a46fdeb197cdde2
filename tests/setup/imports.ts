/** A seller's files of products, sent and written by calls. */
import { importUpload, type ProductImport } from '../../contract/product-import.ts'
import { readCsv } from '../../server/platform/read-csv.ts'
import type { TestClient } from './client.ts'
import { eventually } from './buying.ts'

export async function sendFile(seller: TestClient, file: string | Uint8Array, name = 'products.csv') {
  const response = await seller.request(`${importUpload}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  })
  return { status: response.status, body: await response.json() }
}

export const importOf = async (seller: TestClient, id: string): Promise<ProductImport> =>
  (await seller.get(`/private/product-imports/${id}`)).body

/** Waits until the import is in this state. */
export const untilImport = (seller: TestClient, id: string, state: ProductImport['state']) =>
  eventually(
    () => importOf(seller, id),
    (one) => one.state === state,
  )

/** Sends a file and waits for the check. */
export async function checkFile(seller: TestClient, file: string | Uint8Array) {
  const { status, body } = await sendFile(seller, file)
  if (status !== 200) throw new Error(`import: ${status} ${JSON.stringify(body)}`)
  const checked = await untilImport(seller, body.id, 'checked')
  const problems = await seller.get(`/private/product-imports/${body.id}/problems`)
  return {
    ...checked,
    problems: problems.body.flatMap((row: any) =>
      row.problems.map((one: any) => [one.row, one.column, one.message]),
    ) as [number, string, string][],
  }
}

/** Writes the rows of a checked import that have no problem. */
export async function writeImport(seller: TestClient, id: string): Promise<ProductImport> {
  const { status, body } = await seller.post(`/private/product-imports/${id}/run`)
  if (status !== 200) throw new Error(`run: ${status} ${JSON.stringify(body)}`)
  return untilImport(seller, id, 'done')
}

/** The rows of a CSV file, each by the headings of its cells. */
export async function rowsOf(text: string): Promise<Record<string, string>[]> {
  async function* bytes() {
    yield Buffer.from(text)
  }
  const rows: Record<string, string>[] = []
  let headings: string[] = []
  for await (const { cells } of readCsv(bytes(), { rows: 20_000, columns: 300, cellLength: 100_000 })) {
    if (headings.length === 0) headings = cells
    else rows.push(Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
  }
  return rows
}
