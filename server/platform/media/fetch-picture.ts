/** Fetches a picture from an address that a stranger named: over https, from public addresses of the internet only. */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { limits } from '../../../contract/limits.ts'
import { Refusal } from '../refusal.ts'

const timeoutMs = 20_000
const redirectsMax = 3

const refused = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  refused.addSubnet(...partsOf(range), 'ipv4')
// Of IPv6 only 2000::/3 is public, without the ranges that contain addresses of IPv4, and those of documents and benchmarks.
const publicRange = new BlockList()
publicRange.addSubnet('2000::', 3, 'ipv6')
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
  refused.addSubnet(...partsOf(range), 'ipv6')

function partsOf(range: string): [net: string, prefix: number] {
  const [net = '', prefix = ''] = range.split('/')
  return [net, Number(prefix)]
}

export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !refused.check(ip, 'ipv4')
  return isIP(ip) === 6 && publicRange.check(ip, 'ipv6') && !refused.check(ip, 'ipv6')
}

const noAccess = 'This address cannot be fetched: it is none of the public internet.'
const noAnswer = 'There is no picture at this address.'
const tooLarge = `The picture at this address is too large: at most ${limits.uploadBytesMax / 1_000_000} MB.`
const tooLate = 'The picture at this address took too long.'
const words = (text: string) => new Refusal('invalid', text)

/** Another one in tests, which have no public address. */
interface Internet {
  isPublic: (ip: string) => boolean
  protocol: string
  ports: readonly string[]
  request: typeof request
}
const theInternet: Internet = { isPublic: isPublicAddress, protocol: 'https:', ports: ['', '443'], request }

/** The bytes at the address, whatever they are. Refuses ('invalid') with the reason in words. */
export async function fetchPicture(address: string, internet = theInternet): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  let next = address
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const answer = await open(checked(next, internet), internet, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      if (!URL.canParse(headers.location, next)) throw words(noAnswer)
      next = new URL(headers.location, next).href
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      throw words(noAnswer)
    }
    return bodyOf(answer, signal)
  }
  throw words(noAnswer)
}

/** Each address on the way is checked. */
function checked(address: string, { isPublic, protocol, ports }: Internet): URL {
  if (!URL.canParse(address)) throw words(noAnswer)
  const url = new URL(address)
  if (url.protocol !== protocol || url.username !== '' || url.password !== '' || !ports.includes(url.port))
    throw words(noAccess)
  // A name is looked up as it is connected to; a number is not.
  const bare = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0 && !isPublic(bare)) throw words(noAccess)
  return url
}

class NotPublic extends Error {}

function open(url: URL, { isPublic, ...internet }: Internet, signal: AbortSignal): Promise<IncomingMessage> {
  // The very address that is connected to is the one that was checked: a name may have another one a moment later.
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const fault = error ?? (found.some(({ address }) => !isPublic(address)) ? new NotPublic() : null)
      const [first] = found ?? []
      if (fault || !first) done(fault ?? new Error('no address'), [])
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }
  return new Promise((fulfil, reject) => {
    const headers = { accept: 'image/*', 'user-agent': 'Hariyali (pictures of a seller)' }
    internet
      .request(url, { agent: false, lookup, signal, headers }, fulfil)
      .on('error', (error) => reject(toRefusal(error, signal)))
      .end()
  })
}

async function bodyOf(answer: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > limits.uploadBytesMax) {
    answer.destroy()
    throw words(tooLarge)
  }
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > limits.uploadBytesMax) throw words(tooLarge)
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : toRefusal(error, signal)
  }
  return Buffer.concat(pieces, size)
}

function toRefusal(error: unknown, signal: AbortSignal): Refusal {
  if (signal.aborted) return words(tooLate)
  return words(error instanceof NotPublic ? noAccess : noAnswer)
}
