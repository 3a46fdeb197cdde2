import { describe, expect, test } from 'vitest'
import { networkOf } from '../../platform/network.ts'
import { checkCode, isReplaceable } from './rules.ts'

describe('the network of an IP address', () => {
  test('is the IPv4 address in every notation', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(networkOf('203.0.113.9')).not.toBe(networkOf('203.0.113.8'))
  })

  test('is the /64 of an IPv6 address in every notation', () => {
    const same = [
      '2001:db8:0:2::1',
      '2001:0DB8:0000:0002:ffff:1:2:3',
      '2001:db8::2:0:0:0:9',
      '2001:db8:0:2::1%eth0',
    ]
    expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:0:2::/64']))
    expect(networkOf('2001:db8:0:3::1')).not.toBe('2001:db8:0:2::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })
})

describe('an entered code', () => {
  test("is 'expired' only if it matches", () => {
    expect(checkCode({ matches: true, expired: true })).toBe('expired')
    expect(checkCode({ matches: false, expired: true })).toBe('wrong')
    expect(checkCode({ matches: false, expired: false })).toBe('wrong')
    expect(checkCode(null)).toBe('wrong')
    expect(checkCode({ matches: true, expired: false })).toBe('right')
  })
})

test('a sign-up replaces an account only while that is not verified', () => {
  const account = { role: 'CUSTOMER', verified: false, suspended: false } as const
  expect(isReplaceable(account)).toBe(true)
  expect(isReplaceable({ ...account, role: 'SELLER' })).toBe(true)
  expect(isReplaceable({ ...account, verified: true })).toBe(false)
  expect(isReplaceable({ ...account, suspended: true })).toBe(false)
  expect(isReplaceable({ ...account, role: 'ADMIN' })).toBe(false)
})
