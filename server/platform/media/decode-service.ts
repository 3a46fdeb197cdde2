/**
 * `node server/platform/media/decode-service.ts SOCKET`: decodes pictures for a shop whose PICTURE_DECODER is this socket. A
 * number instead is an open descriptor that listens, as systemd hands one over. It runs as another user, without network and
 * without secrets (deploy/hariyali-pictures.service), so that a picture which attacks the decoder finds nothing. One process
 * for each picture; it is ended when the shop hangs up.
 */
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { startDecoder } from './decoder-process.ts'

const [, , place = ''] = process.argv
const descriptor = /^\d+$/.test(place) ? Number(place) : undefined
if (descriptor === undefined) rmSync(place, { force: true })
createServer({ allowHalfOpen: true }, (socket) => {
  const child = startDecoder()
  child.on('error', () => socket.destroy())
  socket.on('error', () => {})
  socket.on('close', () => child.kill('SIGKILL'))
  socket.pipe(child.stdin)
  child.stdout.pipe(socket)
}).listen(descriptor === undefined ? { path: place } : { fd: descriptor })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
