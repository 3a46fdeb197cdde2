/** The received mail, with one entry per recipient. */
import { randomUUID } from 'node:crypto'
import { Journal } from '../journal.ts'

export type Mail = {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** ISO 8601, UTC. */
  at: string
  messageId: string
  /** Only for a message that has some. */
  attachments?: Attachment[]
}

type Attachment = { name: string; type: string; base64: string }

const KEPT = 2_000
const KEPT_AT_START = 500

export class Mailbox {
  /** Oldest first; `list` reverses it. */
  #mails: Mail[]
  readonly #journal: Journal<Mail>
  #linesInFile: number

  constructor(file: string) {
    this.#journal = new Journal(file)
    this.#mails = this.#journal.read().slice(-KEPT_AT_START)
    this.#journal.rewrite(this.#mails)
    this.#linesInFile = this.#mails.length
  }

  add(mail: Omit<Mail, 'id'>): void {
    const kept = { id: randomUUID(), ...mail }
    this.#journal.append(kept)
    this.#linesInFile += 1
    this.#mails.push(kept)
    if (this.#mails.length > KEPT) this.#mails.shift()
    if (this.#linesInFile > KEPT * 2) {
      this.#journal.rewrite(this.#mails)
      this.#linesInFile = this.#mails.length
    }
  }

  /** Newest first; the case of the address does not matter. */
  list(to?: string): Mail[] {
    const wanted = to?.trim().toLowerCase()
    const mails = wanted ? this.#mails.filter((mail) => mail.to.toLowerCase() === wanted) : this.#mails
    return mails.toReversed()
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }
}
