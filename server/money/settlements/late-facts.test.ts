/** What bank and provider say of a payout after it had ended: taken, counted once, and owed by the seller where it went twice. */
import { describe, expect, test } from 'vitest'
import type { Admin } from '../../../tests/setup/people.ts'
import { withPayouts } from '../../../tests/setup/payouts.ts'

let admin: Admin
const {
  settled,
  refused,
  payoutsOf,
  again,
  makeFile,
  bankSays,
  paidByBank,
  newUtr,
  moved,
  told,
  mailsOfTwice,
  expectDebt,
} = withPayouts((made) => void ({ admin } = made))

describe('a payout by bank', () => {
  test('that was paid after it had failed, and made again and paid again: the seller owes the second one', async () => {
    const { seller, run, first } = await refused()
    expect((await again(first)).status).toBe(200)
    await makeFile(run)
    const [, second] = await payoutsOf(seller)
    const mails = await mailsOfTwice()
    expect((await paidByBank(first)).body).toMatchObject({ paid: 1, known: 0 })
    expect(await told('payout-paid-late', seller)).toMatchObject([
      { id: second!.id, text: expect.stringContaining(second!.bankReference) },
    ])
    expect(await told('payout-twice', seller)).toEqual([])
    expect((await paidByBank(second!)).status).toBe(200)
    await expectDebt(seller, mails)
  })

  test('that was paid after it had failed does not come back by a row that may be the failure of before', async () => {
    const { seller, first } = await refused()
    const utr = newUtr()
    await bankSays(first, 'paid', utr)
    for (const status of ['failed', 'returned'])
      expect((await bankSays(first, status)).body.fields['line 2']).toContain('Write the UTR')
    expect(await moved(seller)).toBe(33_291)
    expect((await bankSays(first, 'returned', utr)).body).toMatchObject({ failed: 1 })
    expect(await moved(seller)).toBe(0)
    expect((await again(first)).status).toBe(200)
  })

  test('fails by the word of the bank only: not while it is in no file', async () => {
    const { seller } = await settled()
    const [payout] = await payoutsOf(seller)
    const failed = await admin.post(`/public/admin/payouts/${payout!.id}/failed`, { note: 'I think so' })
    expect(failed).toMatchObject({ status: 409, body: { msg: expect.stringContaining('in no bank file') } })
  })
})
