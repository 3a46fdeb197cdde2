/** Contacts in what people write: buyers and sellers know each other by the shop only. */

/** A word of a text. */
const word = /[^\s<>()]+/g
/** Of an address: also without its first part, as social networks have it. '3@499' is a price: an address has a letter. */
const address = /[^@]@[^@]|@\p{L}/u
const letter = /\p{L}/u
const link = /:\/\/|^www\.|\p{L}[\p{M}\p{N}_-]{0,30}\.\p{L}{2,}\//iu
const domain = /[\p{L}\p{M}\p{N}_-]\.(com|in|net|org|me|co|io|app|link|shop|store)(?![\p{L}\p{M}])/giu
/** Behind a full stop without a space: 'Is it soap.In the box?' */
const beginsSentence = /^(?:In|Net|Me|App|Link|Shop|Store)$/
/** 'name (at) gmail dot com': between the words spaces, brackets and lines. Without a known host it needs 'dot com' or the like. */
const spelt =
  /[\p{L}\p{M}\p{N}._+-]{1,64}(?:[\s()[\]{}<>_*-]{1,4}at[\s()[\]{}<>_*-]{1,4}|@)(?:(?:gmail|googlemail|yahoo|hotmail|rediffmail|icloud|protonmail|ymail)(?:(?:[\s()[\]{}<>_*-]{1,4}dot[\s()[\]{}<>_*-]{1,4}|\.)\p{L}{2,3}){0,2}|[\p{L}\p{N}-]{1,30}[\s()[\]{}<>_*-]{1,4}dot[\s()[\]{}<>_*-]{1,4}(?:com|net|org|co))(?![\p{L}\p{M}\p{N}])/giu
/** Between digits dots as words, and many of them, are one. */
const dots = /(?<=\p{Nd}\s{0,3})(?:[.·•]{2,20}|[([]?dot[)\]]?)(?=\s{0,3}\p{Nd})/giu
/**
 * Ten digits of any script from 6 on, behind one or two others, or any ten behind the prefix of India or the 0 of a landline, with up
 * to three signs of any kind between them. A parcel's number may be as long: both sides have it on the order's page.
 */
const phone =
  /(?<!\p{Nd})(?:(?:(?:\+|00)[\s\p{P}\p{S}\p{M}]{0,3}9[\s\p{P}\p{S}\p{M}]{0,3}1|0)[\s\p{P}\p{S}\p{M}]{0,3}\p{Nd}|(?:\p{Nd}[\s\p{P}\p{S}\p{M}]{0,3}){0,2}(?![0-5])\p{Nd})(?:[\s\p{P}\p{S}\p{M}]{0,3}\p{Nd}){9}(?!\p{Nd})/gu

const isAddress = (one: string) => address.test(one) && letter.test(one)
const isLink = (one: string) =>
  link.test(one) || [...one.matchAll(domain)].some(([, ending = '']) => !beginsSentence.test(ending))

/**
 * Who takes a purchase out of the shop has neither returns nor refunds there. This keeps contacts from being read at once, by a click
 * or a call. It finds neither digits that are written in words nor every spelling: either side can report such messages. A text
 * without contacts stays as it was typed.
 */
export function withoutContacts(words: string): string {
  const plain = words
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s{0,3}@\s{0,3}(?=\p{L})/gu, '@')
    .replaceAll(dots, '.')
  const masked = plain
    .replaceAll(spelt, '[email address hidden]')
    .replaceAll(word, (one) => {
      const hidden = isAddress(one) ? '[email address hidden]' : isLink(one) ? '[link hidden]' : null
      // The comma or full stop behind it stays.
      return hidden ? `${hidden}${/[.,;:!?]$/.exec(one)?.[0] ?? ''}` : one
    })
    .replaceAll(phone, '[phone number hidden]')
  return masked === plain ? words : masked
}

/** For texts that everybody reads. */
export const hasContacts = (words: string): boolean => withoutContacts(words) !== words
