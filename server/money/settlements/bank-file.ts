/**
 * The file for bulk NEFT: all payouts of a run by bank. The only code that writes whole account numbers into a file. Its bytes are
 * made once.
 */
import { createHash } from 'node:crypto'
import type { BankFile } from '../../../contract/admin-settlements.ts'
import { rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import { newId } from '../../platform/db/ids.ts'
import { requireNotHeld } from '../../platform/hold/held.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { openBankAccount } from '../../people/sellers/bank-account.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockProfiles } from './payout-queries.ts'
import {
  type BankFileRow,
  countBankFiles,
  type FileBytes,
  findBankFile,
  insertBankFile,
  listBankFileRows,
  lockFile,
  lockPayoutsForBank,
  markUnreadable,
  payoutsOfFile,
  type PayoutToBank,
  readFileBytes,
  sellersWaitingForBank,
  storeFileBytes,
} from './bank-file-queries.ts'
import { bankReference } from './present.ts'
import { findRunById } from './statement-queries.ts'

/** The purpose under which the bytes are encrypted: they have whole account numbers. */
export const bankFilePurpose = 'bank-file'

/**
 * A payout whose account number no key decrypts stays out of the file, and is among the exceptions. The profiles are locked first,
 * so that no account changes between its line and the commit. Refuses: not-found; conflict where no payout of the run waits, or
 * only those of suspended sellers, held ones and unreadable ones. Two concurrent requests make one file.
 */
export async function makeBankFile(shop: Shop, runId: string): Promise<BankFile> {
  const run = await findRunById(shop.db, runId)
  if (!run) throw notFound('There is no such settlement run.')
  const file = await shop.db.transaction(async (tx) => {
    await lockProfiles(tx, await sellersWaitingForBank(tx, runId))
    const { lines, payouts, unreadable } = linesOf(shop, await lockPayoutsForBank(tx, runId))
    await markUnreadable(
      tx,
      unreadable.map(({ id }) => id),
    )
    if (payouts.length === 0) return unreadable
    const id = newId()
    const bytes = sealFile(shop, lines)
    const made = await insertBankFile(tx, { id, runId, payouts, ...bytes })
    await record(tx, 'bank-file-made', {
      target: { kind: 'settlement', id: runId, name: run.upTo },
      note: `${made.payouts} payouts, ${rupees(made.paise)} rupees`,
    })
    return toBankFile({ id, upTo: run.upTo, sha256: bytes.sha256, ...made })
  })
  if (!Array.isArray(file)) return file
  throw new Refusal(
    'conflict',
    file.length > 0
      ? 'The account number of every payout that waits cannot be read. See Exceptions.'
      : 'No payout of this run waits for a bank file.',
  )
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

/** The bytes that were stored, each time the same. The caller has checked for a recent login. */
export async function downloadBankFile(
  shop: Shop,
  id: string,
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  await requireNotHeld(shop.db)
  const file = await findBankFile(shop.db, id)
  const stored = await readFileBytes(shop.db, id)
  if (!file || !stored) throw notFound('There is no such bank file.')
  const { name } = toBankFile(file)
  await record(shop.db, 'bank-file-downloaded', { target: { kind: 'settlement', id, name } })
  const sealed = stored.sealed ?? (await makeBytes(shop, id))
  return { name, pieces: inOnePiece(shop.secrets.unseal(bankFilePurpose, sealed)) }
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}

/** For a file that the previous version of the shop has made: from then on it has its bytes. */
async function makeBytes(shop: Shop, id: string): Promise<string> {
  return shop.db.transaction(async (tx) => {
    await lockFile(tx, id)
    const before = (await readFileBytes(tx, id))?.sealed
    if (before) return before
    const bytes = sealFile(shop, linesOf(shop, await payoutsOfFile(tx, id)).lines)
    await storeFileBytes(tx, id, bytes)
    return bytes.sealed
  })
}

const heading = csvLine([
  'Beneficiary name',
  'Account number',
  'IFSC',
  'Amount',
  'Payment type',
  'Reference',
  'Narration',
  'E-mail',
])

function linesOf({ secrets, config }: Shop, waiting: readonly PayoutToBank[]) {
  const lines = [heading]
  const payouts: PayoutToBank[] = []
  const unreadable: PayoutToBank[] = []
  for (const row of waiting) {
    const accountNo = openBankAccount(secrets, row.bankAccountSealed)
    if (accountNo === undefined) {
      unreadable.push(row)
      continue
    }
    const reference = bankReference(row.number)
    payouts.push(row)
    lines.push(
      csvLine([
        row.beneficiary,
        accountNo,
        row.ifscCode,
        (row.paise / 100).toFixed(2),
        'NEFT',
        reference,
        // Banks accept letters, digits and blanks only.
        `${config.brandName.replaceAll(/[^A-Za-z0-9 ]/g, '')} ${reference}`.trim().slice(0, 30),
        row.email,
      ]),
    )
  }
  return { lines, payouts, unreadable }
}

function sealFile({ secrets }: Shop, lines: readonly string[]): FileBytes {
  const text = byteOrderMark + lines.join('')
  return {
    sha256: createHash('sha256').update(text).digest('hex'),
    sealed: secrets.seal(bankFilePurpose, text),
  }
}

function toBankFile({ id, upTo, payouts, paise, sha256, createdAt }: BankFileRow): BankFile {
  return {
    id,
    name: `neft-${upTo}-${id.slice(-6)}.csv`,
    payouts,
    amount: rupees(paise),
    sha256,
    createdAt: createdAt.toISOString(),
  }
}
