/** The file for bulk NEFT: all payouts of a run by bank. The only code that writes whole account numbers into a file. */
import type { BankFile } from '../../../contract/admin-settlements.ts'
import { rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import { newId } from '../../platform/db/ids.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { openBankAccount } from '../../people/sellers/bank-account.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  type BankFileRow,
  countBankFiles,
  fillBankFile,
  findBankFile,
  listBankFileRows,
  payoutsOfFile,
} from './payout-queries.ts'
import { bankReference } from './present.ts'
import { findRunById } from './statement-queries.ts'

const rowsAtOnce = 500

/**
 * Refuses: not-found; conflict where no payout of the run waits, or only those of suspended sellers. Two concurrent requests
 * make one file.
 */
export async function makeBankFile(shop: Shop, runId: string): Promise<BankFile> {
  const run = await findRunById(shop.db, runId)
  if (!run) throw notFound('There is no such settlement run.')
  return shop.db.transaction(async (tx) => {
    const id = newId()
    const made = await fillBankFile(tx, id, runId)
    if (!made) throw new Refusal('conflict', 'No payout of this run waits for a bank file.')
    const file = toBankFile({ id, upTo: run.upTo, ...made })
    await record(tx, 'bank-file-made', {
      target: { kind: 'settlement', id: runId, name: run.upTo },
      note: `${made.payouts} payouts, ${rupees(made.paise)} rupees`,
    })
    return file
  })
}

export async function listBankFiles(
  { db }: Shop,
  query: PageRequest & { runId?: string | undefined },
): Promise<Page<BankFile>> {
  return keysetPage(query, idCursor, {
    rows: (limit, before) => listBankFileRows(db, query.runId, limit, before),
    count: () => countBankFiles(db, query.runId),
    toItem: toBankFile,
  })
}

/**
 * The caller has checked for a recent login. Leaves out payouts that were paid or failed meanwhile, and those of suspended
 * sellers.
 */
export async function downloadBankFile(
  shop: Shop,
  id: string,
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  const file = await findBankFile(shop.db, id)
  if (!file) throw notFound('There is no such bank file.')
  const { name } = toBankFile(file)
  await record(shop.db, 'bank-file-downloaded', { target: { kind: 'settlement', id, name } })
  return { name, pieces: pieces(shop, id) }
}

async function* pieces({ db, secrets, config }: Shop, fileId: string): AsyncGenerator<string> {
  yield (
    byteOrderMark +
      csvLine([
        'Beneficiary name',
        'Account number',
        'IFSC',
        'Amount',
        'Payment type',
        'Reference',
        'Narration',
        'E-mail',
      ])
  )
  for (let after = 0; ;) {
    const rows = await payoutsOfFile(db, fileId, rowsAtOnce, after)
    for (const row of rows) {
      const accountNo = openBankAccount(secrets, row.bankAccountSealed)
      const reference = bankReference(row.number)
      yield csvLine([
        row.beneficiary,
        accountNo ?? 'NOT READABLE',
        row.ifscCode,
        (row.paise / 100).toFixed(2),
        'NEFT',
        reference,
        // Banks accept letters, digits and blanks only.
        `${config.brandName.replaceAll(/[^A-Za-z0-9 ]/g, '')} ${reference}`.trim().slice(0, 30),
        row.email,
      ])
      after = row.number
    }
    if (rows.length < rowsAtOnce) return
  }
}

function toBankFile({ id, upTo, payouts, paise, createdAt }: BankFileRow): BankFile {
  return {
    id,
    name: `neft-${upTo}-${id.slice(-6)}.csv`,
    payouts,
    amount: rupees(paise),
    createdAt: createdAt.toISOString(),
  }
}
