/** What was said about a complaint, oldest first. */
import { shortDate, shortTime } from '../ui/dates.ts'

export interface ShownMessage {
  at: string
  words: string
  who: string
  /** Of the reader's own side. */
  own: boolean
  /** For administrators only. */
  internal?: boolean
}

export function Messages({ messages }: { messages: readonly ShownMessage[] }) {
  return (
    <ol aria-label="Messages, oldest first" className="flex flex-col gap-3">
      {messages.map(({ at, words, who, own, internal = false }, i) => (
        <li
          // Messages are only added.
          key={i}
          className={`max-w-[92%] rounded-card border border-line px-4 py-3 sm:max-w-[80%] ${own ? 'self-end' : ''} ${internal ? 'bg-amber-soft' : own ? 'bg-leaf-soft' : 'bg-surface'}`}
        >
          <p className="text-sm wrap-anywhere text-muted">
            <bdi className="font-semibold text-ink">{who}</bdi>, {shortDate(at)}, {shortTime(at)}
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            <bdi>{words}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}
