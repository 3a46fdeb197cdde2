/** Connects the endpoints of the home page. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { publishHomePage, saveHomePage, showArrangement, takeBackHomePage } from './arrange-home-page.ts'
import { previewHomePage, showHomePage } from './show-home-page.ts'

export function homePageRoutes(shop: Shop, route: Registrar): void {
  route(api.homePage.show, () => showHomePage(shop))
  route(admin.homePage, () => showArrangement(shop))
  route(admin.previewHomePage, ({ query }) => previewHomePage(shop, query.at))
  route(admin.saveHomePage, async ({ body }) => ({
    msg: 'Saved. Visitors see it once you publish it.',
    version: await saveHomePage(shop, body),
  }))
  route(admin.publishHomePage, async ({ body }) => ({
    msg: 'The home page is published.',
    version: await publishHomePage(shop, body.version),
  }))
  route(admin.takeBackHomePage, async ({ body }) => ({
    msg: 'It is taken over for editing. Visitors see it once you publish it.',
    version: await takeBackHomePage(shop, body),
  }))
}
