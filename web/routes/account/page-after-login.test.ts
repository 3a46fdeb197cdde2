import { expect, test } from 'vitest'
import { pageAfterLogin } from './page-after-login.ts'

test('a customer goes on to what they were doing, else home, and never into the seller area', () => {
  expect(pageAfterLogin('CUSTOMER', '/cart')).toBe('/cart')
  expect(pageAfterLogin('CUSTOMER', null)).toBe('/')
  expect(pageAfterLogin('CUSTOMER', '/manage-orders')).toBe('/')
})

test('a seller goes to the dashboard, or back to a page of the seller area', () => {
  expect(pageAfterLogin('SELLER', null)).toBe('/seller-dashboard')
  expect(pageAfterLogin('SELLER', '/cart')).toBe('/seller-dashboard')
  for (const own of ['/manage-products', '/addproduct', '/edit-product/1', '/seller-profile']) {
    expect(pageAfterLogin('SELLER', own)).toBe(own)
  }
})
