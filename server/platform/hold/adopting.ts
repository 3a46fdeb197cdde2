import type { Shop } from '../shop.ts'

/**
 * The shop for records of money that has moved already: also while it is held, its transactions may write what happened (triggers `held` of
 * 0015-money-held.sql). They still issue no document and open no checkout, and the providers refuse every change.
 */
export function asAdopting(shop: Shop): Shop {
  const { db } = shop
  return {
    ...shop,
    db: {
      ...db,
      reads: db.reads,
      transaction: (work, { settings } = {}) =>
        db.transaction(work, {
          settings: [...(settings === undefined ? [] : [settings]), `set local hariyali.adopts = 'on'`].join(
            '; ',
          ),
        }),
    },
  }
}
