/** Draws documents in a separate thread, one after the other: the event loop stays free for requests. */
import { Worker } from 'node:worker_threads'
import { requireDeclared } from '../../platform/caller.ts'
import type { DrawReply, DrawRequest } from './pdf-worker.ts'

interface Drawing {
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** A drawing takes milliseconds; a thread that takes longer than this counts as hanging and is replaced. */
const timeoutMs = 20_000
/** Many pages, and the library that puts them together has to be loaded. */
const sheetsTimeoutMs = 60_000
/** Further documents are refused: the job retries, a person requests again. */
const mostWaiting = 100

/** A thread with its queue: when one ends, its successor's queue is not affected. */
interface Thread {
  worker: Worker
  waiting: Map<number, Drawing>
}

let thread: Thread | undefined
let last = 0

/** The PDF of a document or sheet, made from its row alone: the same bytes for the same row. Throws where the thread fails. */
export function renderDocument(row: DrawRequest['row']): Promise<Buffer> {
  requireDeclared('render')
  thread ??= startThread()
  const current = thread
  const { worker, waiting } = current
  if (waiting.size >= mostWaiting) return Promise.reject(new Error('too many documents are being drawn'))
  const no = (last += 1)
  // The thread keeps the process running only while somebody waits for a result.
  worker.ref()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        // Requests that arrive meanwhile go to the next thread.
        if (thread === current) thread = undefined
        void worker.terminate()
      },
      'halves' in row || 'files' in row ? sheetsTimeoutMs : timeoutMs,
    )
    const done = () => {
      clearTimeout(timer)
      waiting.delete(no)
      if (waiting.size === 0) worker.unref()
    }
    waiting.set(no, {
      resolve: (pdf) => (done(), resolve(pdf)),
      reject: (error) => (done(), reject(error)),
    })
    worker.postMessage({ no, row } satisfies DrawRequest)
  })
}

function startThread(): Thread {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url))
  const waiting = new Map<number, Drawing>()
  const started: Thread = { worker, waiting }
  worker.on('message', (reply: DrawReply) => {
    const drawing = waiting.get(reply.no)
    if ('pdf' in reply) drawing?.resolve(Buffer.from(reply.pdf))
    else drawing?.reject(new Error(`document not drawn: ${reply.failure}`))
  })
  const end = (error: Error) => {
    if (thread === started) thread = undefined
    for (const drawing of waiting.values()) drawing.reject(error)
  }
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that draws documents has ended')))
  return started
}
