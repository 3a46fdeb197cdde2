import { expect, test } from 'vitest'
import { landing } from './next.ts'

test('a customer goes on to what they were doing, else home, and never into the seller area', () => {
  expect(landing('CUSTOMER', '/cart')).toBe('/cart')
  expect(landing('CUSTOMER', null)).toBe('/')
  expect(landing('CUSTOMER', '/manage-orders')).toBe('/')
})

test('a seller goes to the dashboard, or back to a page of the seller area', () => {
  expect(landing('SELLER', null)).toBe('/seller-dashboard')
  expect(landing('SELLER', '/cart')).toBe('/seller-dashboard')
  for (const own of ['/manage-products', '/addproduct', '/edit-product/1', '/seller-profile']) {
    expect(landing('SELLER', own)).toBe(own)
  }
})
