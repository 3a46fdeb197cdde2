/** The e-mail that the contact form prepares; the sender's own e-mail program sends it. */
import { mailto } from '../mailto.ts'
import { categories, type Message } from './message.ts'

/** Windows passes on at most 2,048 characters of an address. A letter of Hindi takes nine of them. */
const maxAddressLength = 2_000

export interface PreparedMail {
  /** A mailto: address of at most 2,000 characters. */
  address: string
  /** Whether the address holds everything that was typed. */
  complete: boolean
  /** Everything that was typed, to be copied. */
  text: string
}

const pasteHere = '(Please paste the message here.)'

export function prepareMail(to: string, { name, email, phone, ...rest }: Message): PreparedMail {
  const subject = `${categories[rest.category]}: ${rest.subject}`
  const sender = [`Name: ${name}`, `Email: ${email}`, ...(phone ? [`Phone: ${phone}`] : [])].join('\n')
  const body = `${rest.message}\n\n${sender}`
  const addresses = [
    mailto(to, subject, body),
    mailto(to, subject, pasteHere),
    mailto(to, undefined, pasteHere),
  ]
  const fitting = addresses.findIndex((address) => address.length <= maxAddressLength)
  return {
    address: addresses[fitting] ?? mailto(to),
    complete: fitting === 0,
    text: `${subject}\n\n${body}`,
  }
}
