/** Draws documents in one thread of their own, one after the other: the event loop stays free for requests. */
import { Worker } from 'node:worker_threads'
import type { DrawReply, DrawRequest } from './pdf-worker.ts'
import type { DocumentRow } from './queries.ts'

interface Drawing {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** A drawing takes milliseconds; after this time the thread is taken to hang and is replaced. */
const timeoutMs = 20_000
/** Further ones are refused: the job tries again, a person presses again. */
const mostWaiting = 100

let thread: Worker | undefined
let last = 0
const waiting = new Map<number, Drawing>()

/** The PDF of a document, made from its row alone: the same bytes for the same row. Throws where the thread fails. */
export function renderDocument(row: DocumentRow): Promise<Buffer> {
  if (waiting.size >= mostWaiting) return Promise.reject(new Error('too many documents are being drawn'))
  const no = (last += 1)
  thread ??= startThread()
  const current = thread
  // The thread keeps the process running only while somebody waits for it.
  current.ref()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => void current.terminate(), timeoutMs)
    const done = () => {
      clearTimeout(timer)
      waiting.delete(no)
      if (waiting.size === 0) current.unref()
    }
    waiting.set(no, {
      resolve: (pdf) => (done(), resolve(pdf)),
      reject: (error) => (done(), reject(error)),
    })
    current.postMessage({ no, row } satisfies DrawRequest)
  })
}

function startThread(): Worker {
  const started = new Worker(new URL('pdf-worker.ts', import.meta.url))
  started.on('message', (reply: DrawReply) => {
    const drawing = waiting.get(reply.no)
    if ('pdf' in reply) drawing?.resolve(Buffer.from(reply.pdf))
    else drawing?.reject(new Error(`document not drawn: ${reply.failure}`))
  })
  const end = (error: Error) => {
    if (thread === started) thread = undefined
    for (const drawing of waiting.values()) drawing.reject(error)
  }
  started.on('error', end)
  started.on('exit', () => end(new Error('the thread that draws documents has ended')))
  return started
}
