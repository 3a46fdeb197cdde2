/** Contacts in what people write: buyers and sellers know each other by the shop only. */

/** A word of a text; those with an @ inside are addresses. */
const word = /[^\s<>()]+/g
/** Ten digits from 6 on, however they are grouped, with or without the prefix of India: not numbers of parcels and orders. */
const indianMobile = /(?<!\d)(?:\+?91[ .-]?|0)?[6-9](?:[ .-]?\d){9}(?!\d)/g

/** Who takes a purchase out of the shop has neither returns nor refunds there. */
export const withoutContacts = (words: string): string =>
  words
    // The comma or full stop behind an address stays.
    .replace(word, (one) =>
      /[^@]@[^@]/.test(one) ? `[email address hidden]${/[.,;:!?]$/.exec(one)?.[0] ?? ''}` : one,
    )
    .replace(indianMobile, '[phone number hidden]')

/** Also links, for texts that everybody reads. */
export const hasContacts = (words: string): boolean =>
  withoutContacts(words) !== words || /:\/\/|\bwww\./i.test(words)
