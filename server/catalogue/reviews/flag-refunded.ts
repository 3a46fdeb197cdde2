/** The nightly timer that flags reviews whose purchases were paid back after they were written: a person looks at them. */
import type { Shop } from '../../platform/shop.ts'
import { flagRefundedRows } from './queries.ts'

const batch = 200

export async function flagRefunded({ db }: Pick<Shop, 'db'>): Promise<void> {
  while ((await flagRefundedRows(db, batch)) === batch);
}
