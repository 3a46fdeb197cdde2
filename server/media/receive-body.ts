/** Writes the body of a request into a file as it comes, so that slow and large uploads wait on the disk. */
import { open } from 'node:fs/promises'
import { Refusal } from '../refusal.ts'

const tooLarge = (maxBytes: number) =>
  new Refusal('too-large', `This file is too large: at most ${Math.floor(maxBytes / 1_000_000)} MB.`)

/** Refuses: too-large at the announced length already, else as soon as more has come. */
export async function receiveBody(request: Request, file: string, maxBytes: number): Promise<void> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const handle = await open(file, 'wx')
  try {
    let size = 0
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
}
