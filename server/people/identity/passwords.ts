/** Password hashing: argon2id of Node's crypto module, stored as a PHC string. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { requireDeclared } from '../../platform/caller.ts'
import type { HashCost } from '../../platform/config/config.ts'
import { Refusal } from '../../platform/refusal.ts'

// The parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane. Each hash stores its own, so that they can change.
const recommended: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
// Each hash takes 19 MiB and a thread of libuv's pool (4 by default), which file access and DNS share.
const slots = Math.min(3, availableParallelism())
const queueMax = 200

const derive = promisify(argon2)
const waiting: (() => void)[] = []
let running = 0

/**
 * Runs `work` when one of the few slots for hashing is free; the others wait in a queue.
 * Refuses: unavailable when the queue is so long that clients at its end would time out anyway.
 */
export async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < slots) {
    running += 1
  } else {
    if (waiting.length >= queueMax)
      throw new Refusal('unavailable', 'Too many people are logging in. Please try again.', {
        retryAfterSeconds: 5,
      })
    // The slot is handed over directly, so `running` does not change.
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

/** Returns the PHC string of a new password. Waits for a hash slot. Only tests give another `cost`, by the configuration. */
export async function hashPassword(password: string, cost = recommended): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await withHashSlot(() => deriveTag(password, salt, cost, tagBytes))
  return formatPhc(salt, tag, cost)
}

/**
 * Compares a password with a stored PHC string. The caller holds a hash slot. Without a stored hash (no such account, or one
 * that nobody can log in to) the work is the same and the result is false.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  cost = recommended,
): Promise<boolean> {
  const known = stored === undefined ? null : parsePhc(stored)
  const { salt, tag, ...storedCost } = known ?? {
    salt: Buffer.alloc(saltBytes),
    tag: Buffer.alloc(tagBytes),
    ...cost,
  }
  const equal = timingSafeEqual(tag, await deriveTag(password, salt, storedCost, tag.length))
  return known !== null && equal
}

function deriveTag(
  password: string,
  nonce: Buffer,
  parameters: HashCost,
  tagLength: number,
): Promise<Buffer> {
  requireDeclared('hash')
  // Keyboards may send the same letter as different sequences of code points.
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...parameters })
}

function formatPhc(salt: Buffer, tag: Buffer, cost: HashCost): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(salt)}$${plain(tag)}`
}

function parsePhc(stored: string): ({ salt: Buffer; tag: Buffer } & HashCost) | null {
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
