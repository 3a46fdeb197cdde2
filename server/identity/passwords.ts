/** Passwords at rest: argon2id from Node's own crypto, kept as a PHC string. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Refusal } from '../refusal.ts'

// OWASP's first choice: 19 MiB, 2 passes, 1 lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
// Every hash takes 19 MiB and a thread of the pool that files and name look-ups share (4 by default).
const slots = Math.min(3, availableParallelism())
const queueMax = 200

const derive = promisify(argon2)
const waiting: (() => void)[] = []
let running = 0

/**
 * Runs `work` in one of the few places that may hash at the same time; the others wait in line.
 * Refuses: unavailable when the line is so long that its end would give up anyway.
 */
export async function inHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < slots) {
    running += 1
  } else {
    if (waiting.length >= queueMax)
      throw new Refusal('unavailable', 'Too many people are logging in. Please try again.', {
        retryAfterSeconds: 5,
      })
    // Whoever leaves hands over his place, so `running` does not change in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The string to store for a new password. Waits for a hash slot. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await inHashSlot(() => tagOf(password, salt, cost, tagBytes))
  return phc(salt, tag)
}

/**
 * Compares within a hash slot that the caller holds. Without a stored hash (no such account, or one that
 * nobody can log in to) the work is the same and the answer false.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const known = stored === undefined ? null : parsePhc(stored)
  const { salt, tag, ...storedCost } = known ?? {
    salt: Buffer.alloc(saltBytes),
    tag: Buffer.alloc(tagBytes),
    ...cost,
  }
  const equal = timingSafeEqual(tag, await tagOf(password, salt, storedCost, tag.length))
  return known !== null && equal
}

function tagOf(password: string, nonce: Buffer, parameters: typeof cost, tagLength: number): Promise<Buffer> {
  // The same letters typed on another keyboard may arrive composed differently.
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...parameters })
}

function phc(salt: Buffer, tag: Buffer): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(salt)}$${plain(tag)}`
}

function parsePhc(stored: string): ({ salt: Buffer; tag: Buffer } & typeof cost) | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
