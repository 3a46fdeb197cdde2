import { formatAmount } from '../../../../contract/money.ts'

/** An amount in a column of amounts; what is owed to the shop or went wrong is red. */
export const amountCell = (amount: number, strong = false) => (
  <span
    className={`inline-block tabular-nums ${strong ? 'font-semibold' : ''} ${amount < 0 ? 'text-clay' : ''}`}
  >
    {formatAmount(amount)}
  </span>
)
