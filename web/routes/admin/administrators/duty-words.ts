import { duties, type Duty } from '../../../../contract/endpoint.ts'

/** Name and meaning of each role. */
export const dutyNames: Record<Duty, [name: string, meaning: string]> = {
  owner: ['Owner', 'Everything, and who the administrators are'],
  finance: ['Finance', 'Money, payouts, rates, return policies, refunds, account numbers'],
  catalogue: ['Catalogue', 'Categories'],
  support: ['Support', 'Customers, orders, returns, suspensions, jobs and mail'],
}

export const dutyWords = (own: readonly Duty[]): string =>
  own.length === 0
    ? 'None'
    : duties
        .filter((duty) => own.includes(duty))
        .map((duty) => dutyNames[duty][0])
        .join(', ')
