/** The URL table: first the pages inside the shared layout, then the standalone ones (specification §2). */
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('layout/layout.tsx', [
    index('routes/storefront/home/page.tsx'),
    route('products/category/:id', 'routes/storefront/category/page.tsx'),
    route('products/sub-category/:id', 'routes/storefront/subcategory/page.tsx'),
    route('product/:id', 'routes/storefront/product/page.tsx'),
    route('search/:name', 'routes/storefront/search/page.tsx'),
    route('shipping-policy', 'routes/static/shipping-policy/page.tsx'),
    route('privacy-policy', 'routes/static/privacy-policy/page.tsx'),
    route('terms-and-conditions', 'routes/static/terms-and-conditions/page.tsx'),
    route('return-and-refund-policy', 'routes/static/return-and-refund-policy/page.tsx'),
    route('faqs', 'routes/static/faqs/page.tsx'),
    route('contact', 'routes/static/contact/page.tsx'),
    route('support', 'routes/static/support/page.tsx'),
    route('help', 'routes/static/help/page.tsx'),
    route('about', 'routes/static/about/page.tsx'),
    route('careers', 'routes/static/careers/page.tsx'),
    route('*', 'routes/not-found/page.tsx'),
  ]),
  route('search', 'routes/storefront/search/redirect.ts'),

  route('login', 'routes/account/login/page.tsx'),
  route('register', 'routes/account/register/page.tsx'),
  route('reset-password', 'routes/account/reset-password/page.tsx'),
  route('cart', 'routes/storefront/cart/page.tsx'),
  route('wishlist', 'routes/account/wishlist/page.tsx'),
  route('my-orders', 'routes/account/my-orders/page.tsx'),
  route('return/:orderId', 'routes/account/return/page.tsx'),
  route('profile', 'routes/account/profile/page.tsx'),

  route('register-seller', 'routes/seller/register/page.tsx'),
  route('seller-dashboard', 'routes/seller/dashboard/page.tsx'),
  route('seller-profile', 'routes/seller/profile/page.tsx'),
  route('manage-products', 'routes/seller/manage-products/page.tsx'),
  route('addproduct', 'routes/seller/add-product/page.tsx'),
  route('edit-product/:productId', 'routes/seller/edit-product/page.tsx'),
  route('seller-product-view/:id', 'routes/seller/seller-product-view/page.tsx'),
  route('manage-orders', 'routes/seller/manage-orders/page.tsx'),
  route('seller-returns', 'routes/seller/returns/page.tsx'),
] satisfies RouteConfig
